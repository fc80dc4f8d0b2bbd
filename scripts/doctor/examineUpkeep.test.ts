import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { HOUR, istInstant } from '../../schema/time.ts'
import { judgeBackups, judgeCalendar } from './examineUpkeep.ts'

const NOW = istInstant('2026-07-01', 600)
const made = (hours: number) => ({ at: new Date(NOW - hours * HOUR), bytes: 3_145_728 })

it('backups are well until one is left out or fails, and worth a look before the first', () => {
  expect(judgeBackups({ made: made(35), failedAt: null }, NOW)).toEqual({ state: 'ok', text: 'the last is 35 h old, 3.0 MB' })
  expect(judgeBackups({ made: made(37), failedAt: null }, NOW)).toEqual({
    state: 'fail',
    text: 'the last is 37 h old, 3.0 MB: what makes them has stopped',
  })
  expect(judgeBackups({ made: made(20), failedAt: new Date(NOW) }, NOW).state).toBe('fail')
  expect(judgeBackups({ made: null, failedAt: null }, NOW)).toMatchObject({
    state: 'warn',
    text: expect.stringContaining('none was ever made') as string,
  })
})

it.each([
  ['2026-10-31', 'ok', 'holidays are entered up to 2027, 62 days ahead'],
  ['2026-11-02', 'warn', 'the holidays of 2027 are not entered: from 2027-01-01, in 60 days, no trade is opened'],
  ['2026-12-25', 'fail', 'in 7 days, no trade is opened'],
  ['2027-01-01', 'fail', 'the holidays of 2027 are not entered: no trade is opened. Enter them: "npm run admin -- market holiday add'],
])('on %s the calendar that ends with 2026 is %s', (date, state, text) => {
  expect(judgeCalendar(SHIPPED_MARKET_RULES, 'smartapi', istInstant(date, 600))).toEqual({
    state,
    text: expect.stringContaining(text) as string,
  })
  expect(judgeCalendar(SHIPPED_MARKET_RULES, 'sandbox', istInstant(date, 600)).state).toBe('ok')
})
