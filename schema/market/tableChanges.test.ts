import { expect, it } from 'vitest'
import { SHIPPED_MARKET_TABLES as shipped } from './shippedTables.ts'
import { tableChanges } from './tableChanges.ts'

const lots = shipped.lotRules.map((rule) =>
  rule.index === 'NIFTY' && rule.from === '2025-01-02' ? { ...rule, lot: 70, keptOldLot: [] } : rule,
)

it('says of every row what became of it, whatever the order of the rows', () => {
  const after = {
    ...shipped,
    coveredYears: [...shipped.coveredYears, 2027],
    holidays: [{ date: '2027-01-26', note: 'Republic Day' }, ...shipped.holidays.filter(({ date }) => date !== '2026-11-24').toReversed()],
    lotRules: lots,
  }
  expect(tableChanges(shipped, after)).toEqual([
    'Years whose rules are all known: 2027 is added',
    'Holidays: 2026-11-24, Guru Nanak Jayanti is removed',
    'Holidays: 2027-01-26, Republic Day is added',
    'Lots: NIFTY from 2025-01-02 is changed: units 75 → 70, expiries with the lot before 2025-01-30 → none',
  ])
})

it('finds nothing between equal tables', () => {
  expect(tableChanges(shipped, structuredClone(shipped))).toEqual([])
})
