import { expect, it } from 'vitest'
import { SHIPPED_MARKET_TABLES as shipped } from '../../../schema/market/shippedTables.ts'
import { TABLE_NAMES } from '../../../schema/market/tableColumns.ts'
import { editedTables } from './editedTables.ts'
import { rowOf, textsOf } from './rowFields.ts'

it('a form shows every row so that it comes back as it was', () => {
  for (const table of TABLE_NAMES)
    for (const row of shipped[table]) {
      const empty = table === 'specialSessions' ? { pauseFrom: null, pauseTo: null } : {}
      expect(rowOf(table, textsOf(table, row))).toEqual(typeof row === 'number' ? row : { ...empty, ...row })
    }
})

it('a new row begins with the first choices; what is no number stays what was typed, for the server to name it', () => {
  expect(textsOf('expiryRules', null)).toEqual({ index: 'NIFTY', from: '', weekly: '', monthly: 'MONDAY' })
  expect(rowOf('lotRules', { index: 'NIFTY', from: '2027-01-01', lot: 'many', keptOldLot: '2027-01-05, 2027-01-12' })).toEqual({
    ...{ index: 'NIFTY', from: '2027-01-01', lot: 'many' },
    keptOldLot: ['2027-01-05', '2027-01-12'],
  })
})

it('edits follow each other, on tables that others have changed as well', () => {
  const [first, second] = shipped.holidays as [(typeof shipped.holidays)[number], (typeof shipped.holidays)[number]]
  const renamed = { ...first, note: 'Renamed' }
  const tables = editedTables({ ...shipped, holidays: [second, first] }, [
    { table: 'holidays', before: first, after: renamed },
    { table: 'holidays', before: renamed, after: null },
    { table: 'coveredYears', before: null, after: 2027 },
  ])
  expect(tables).toEqual({ ...shipped, holidays: [second], coveredYears: [...shipped.coveredYears, 2027] })
})
