import { expect, it } from 'vitest'
import { markerOfTrade, type MarkedTrade } from './markerOfTrade.ts'

const straddle: MarkedTrade = {
  ...{
    id: '1',
    strike: null,
    optionType: null,
    strategy: 'Short Straddle',
    signal: 'NEUTRAL',
    mode: 'PAPER',
    profitLossRs: 1_200,
    netProfitLossRs: 1_040,
  },
  ...{ entryPrice: null, exitPrice: null, entryTime: '2026-11-20T03:50:00.000Z', exitTime: '2026-11-20T09:30:00.000Z' },
  legs: [
    { side: 'SELL', strike: 24_500, optionType: 'CE', entryPrice: 120 },
    { side: 'BUY', strike: 24_700, optionType: 'CE', entryPrice: 35.5 },
  ],
}

it('several legs are one marker, called as their strategy, that says at which premiums each was opened', () => {
  expect(markerOfTrade(straddle)).toMatchObject({
    title: 'PAPER · Short Straddle',
    side: 'NEUTRAL',
    details: [
      'Sold 24,500 CE at ₹120.00',
      'Bought 24,700 CE at ₹35.50',
      'Opened 09:20:00 IST',
      'Closed, 15:00:00 IST',
      '+₹1,200.00 before charges',
    ],
    profit: 1_040,
  })
})

it('one bought option says at which premiums it was bought and sold', () => {
  const bought = { ...straddle, strike: 24_500, optionType: 'CE' as const, signal: 'LONG' as const, entryPrice: 100, exitPrice: 118 }
  expect(markerOfTrade(bought)).toMatchObject({
    title: 'PAPER · 24,500 CE · Short Straddle',
    details: ['Bought at ₹100.00, 09:20:00 IST', 'Sold at ₹118.00, 15:00:00 IST', '+₹1,200.00 before charges'],
  })
})
