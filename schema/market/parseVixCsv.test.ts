import { expect, it } from 'vitest'
import { parseVixCsv } from './parseVixCsv.ts'

it('reads dates and closes by the names of the columns, in whatever order, instants too', () => {
  expect(parseVixCsv('close,open,time\n12.18,12.2,2025-08-28\n11.75,12.18,2025-08-29T00:00:00+05:30\n')).toEqual({
    ok: true,
    value: [
      { date: '2025-08-28', close: 12.18 },
      { date: '2025-08-29', close: 11.75 },
    ],
  })
  expect(parseVixCsv('Date,Close\r\n2025-08-28,12.18\r\n')).toMatchObject({ ok: true, value: [{ close: 12.18 }] })
})

it('reads the file of the exchange, with its quotes, spaces and names of months', () => {
  const header = '"Date ","Open ","High ","Low ","Close ","Prev. Close ","Change ","% Change "'
  expect(parseVixCsv(`${header}\n"01-JAN-2024","14.50","15.08","14.39","14.53","14.50","0.03","0.21"\n`)).toEqual({
    ok: true,
    value: [{ date: '2024-01-01', close: 14.53 }],
  })
})

it.each([
  ['', 1, 'expected columns date and close in the header'],
  ['time,close\n', 2, 'expected a day, found the end of the file'],
  ['time,close\n2025-13-28,12', 2, 'date "2025-13-28" does not exist'],
  ['time,close\n2025-08-28,12\n28/08/2025,12', 3, '2025-08-28 comes a second time'],
  ['time,close\nyesterday,12', 2, 'date "yesterday" is not a date like 2024-01-31'],
  ['time,close\n2025-08-28', 2, 'expected a close from 1 to 200, found ""'],
  ['time,close\n2025-08-28,0', 2, 'expected a close from 1 to 200, found "0"'],
  ['time,close\n2025-08-28,12\n2025-08-28,13', 3, '2025-08-28 comes a second time'],
])('%j: line %i: %s', (text, line, reason) => {
  expect(parseVixCsv(text)).toEqual({ ok: false, error: [{ line, reason }] })
})

it('names every line that is no day', () => {
  const parsed = parseVixCsv('time,close\n2025-08-28,0\n2025-08-29,12\ntoday,12\n')
  expect(parsed).toMatchObject({ ok: false, error: [{ line: 2 }, { line: 4 }] })
})
