import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { MINUTE, type IsoDate } from '../../schema/time.ts'
import { fullSession } from './FinishedSessions.ts'

/** A stored day, a paisa more each minute, without the minutes from one to before another. */
function session(date: IsoDate, { minutes = 375, from = 0, to = 0 } = {}) {
  const { open } = SHIPPED_MARKET_RULES.indexSessionOf(date)!
  const places = Array.from({ length: minutes }, (_, place) => place).filter((place) => place < from || place >= to)
  const day = { date, times: places.map((place) => open + place * MINUTE), closes: places.map((place) => 20_000_00 + place) }
  return fullSession(SHIPPED_MARKET_RULES, day)
}

it('takes the traded minutes of a whole session: from the day on which its shares close in an auction those before it', () => {
  expect(session('2026-07-31')).toHaveLength(375)
  expect(session('2026-07-31')!.at(-1)).toBe(20_003.74)
  for (const minutes of [360, 375]) {
    expect(session('2026-08-03', { minutes })).toHaveLength(360)
    expect(session('2026-08-03', { minutes })!.at(-1)).toBe(20_003.59)
  }
})

it('leaves a session out whose holes are longer than two minutes, that is cut short, or that was none', () => {
  expect(session('2026-07-31', { from: 100, to: 102 })).toHaveLength(375)
  expect(session('2026-07-31', { from: 100, to: 103 })).toBeNull()
  expect(session('2026-07-31', { minutes: 300 })).toBeNull()
  expect(session('2026-07-31', { minutes: 0 })).toBeNull()
  expect(fullSession(SHIPPED_MARKET_RULES, { date: '2026-08-01', times: [], closes: [] })).toBeNull()
})
