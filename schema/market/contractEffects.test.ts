import { expect, it } from 'vitest'
import { contractEffects, type HeldContract } from './contractEffects.ts'
import { MarketRules, SHIPPED_MARKET_RULES } from './MarketRules.ts'
import type { MarketTables } from './MarketTables.ts'
import { SHIPPED_MARKET_TABLES as shipped } from './shippedTables.ts'

const TODAY = '2026-11-20'
const NIFTY: HeldContract = { index: 'NIFTY', exchange: 'NFO', expiry: '2026-12-01' }

const effects = (changes: Partial<MarketTables>, contract = NIFTY) =>
  contractEffects(contract, TODAY, SHIPPED_MARKET_RULES, new MarketRules({ ...shipped, ...changes }))

it('is nothing where nothing that concerns the contract changes', () => {
  expect(effects({ holidays: [...shipped.holidays, { date: '2026-12-02', note: 'After its expiry' }] })).toEqual([])
  expect(effects({ lotRules: [...shipped.lotRules, { index: 'SENSEX', from: TODAY, lot: 10, keptOldLot: [] }] })).toEqual([])
})

it('tells a day on which the exchanges close, and an expiry that moves with it', () => {
  expect(effects({ holidays: [...shipped.holidays, { date: '2026-11-27', note: 'New' }] })).toEqual([
    '2026-11-27: the exchanges are closed instead of open 09:15–15:30',
  ])
  expect(effects({ holidays: [...shipped.holidays, { date: '2026-12-01', note: 'New' }] })).toEqual([
    'its expiry 2026-12-01 is no expiry day any more, the nearest is 2026-11-30',
    '2026-12-01: the exchanges are closed instead of open 09:15–15:30',
  ])
  expect(effects({ holidays: [...shipped.holidays, { date: TODAY, note: 'Today' }] })).toEqual([
    'squared off today at 15:20, live at 15:10 → at no time: the exchanges are closed',
    '2026-11-20: the exchanges are closed instead of open 09:15–15:30',
  ])
})

it('tells a lot, a freeze quantity, charges and hours that are others', () => {
  expect(effects({ lotRules: [...shipped.lotRules, { index: 'NIFTY', from: '2026-11-25', lot: 60, keptOldLot: [] }] })).toEqual([
    'lot 65 units → 60 units',
  ])
  expect(effects({ freezeRules: [...shipped.freezeRules, { index: 'NIFTY', from: TODAY, units: 1_200 }] })).toEqual([
    'freeze quantity today 1800 units → 1200 units',
  ])
  expect(effects({ chargeRates: [...shipped.chargeRates, { kind: 'STT_ON_SALE', exchange: 'BOTH', from: TODAY, value: 0.2 }] })).toEqual([
    'charges today of a sale for ₹10,00,000 ₹1,944.03 → ₹2,444.03',
  ])
  expect(
    effects({ sessionHours: [...shipped.sessionHours, { segment: 'OPTIONS', from: '2026-11-30', open: '09:15', close: '15:40' }] }),
  ).toEqual(['2026-11-30: the exchanges are open 09:15–15:40 instead of open 09:15–15:30', 'and on 1 more until its expiry'])
})
