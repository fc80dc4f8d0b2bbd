import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Session } from '../../schema/market/MarketRules.ts'
import { HOUR, istInstant, MINUTE, type Instant } from '../../schema/time.ts'
import type { BrokenLaw } from '../store/checkBooks.ts'
import { booksDuty } from './booksDuty.ts'
import { MarketSchedule } from './MarketSchedule.ts'

const sessionOn = (date: string) => ({ open: istInstant(date, 9 * 60 + 15), close: istInstant(date, 15 * 60 + 30) })
const today = sessionOn('2026-07-01')
const tomorrow = sessionOn('2026-07-02')

function open() {
  const state = { checks: 0, told: [] as boolean[], mine: true, answers: true, broken: [] as BrokenLaw[] }
  const duty = booksDuty({
    check: () => {
      state.checks++
      return state.answers ? Promise.resolve(state.broken) : Promise.reject(new Error('away'))
    },
    tell: async (damaged) => void state.told.push(damaged),
    isMine: () => state.mine,
    log: pino({ level: 'silent' }),
  })
  const schedule = new MarketSchedule(pino({ level: 'silent' }))
  schedule.add(duty)
  const check = { onTime: (now: Instant, session: Session | null) => schedule.onTime(now, session, null) }
  return { state, check }
}

it('the books are checked once a market day, when its session has closed', async () => {
  const { state, check } = open()
  await check.onTime(today.open + HOUR, today)
  await check.onTime(today.close - 1, today)
  expect(state.checks).toBe(0)
  for (let at = today.close; at < today.close + HOUR; at += MINUTE) await check.onTime(at, today)
  expect(state.checks).toBe(1)
  await check.onTime(tomorrow.open, tomorrow)
  await check.onTime(tomorrow.close, null)
  expect([state.checks, state.told]).toEqual([2, [false, false]])
})

it('a clock that jumps into the next session leaves no day unchecked', async () => {
  const { state, check } = open()
  await check.onTime(today.open, today)
  await check.onTime(tomorrow.open, tomorrow)
  expect(state.checks).toBe(1)
  await check.onTime(tomorrow.open + MINUTE, tomorrow)
  await check.onTime(tomorrow.close, tomorrow)
  expect(state.checks).toBe(2)
})

it('damage is told, and so is that it was mended', async () => {
  const { state, check } = open()
  state.broken = [{ law: 'a fill belongs to an order', rows: 1, named: ['f1'] }]
  await check.onTime(today.open, today)
  await check.onTime(today.close, today)
  state.broken = []
  await check.onTime(tomorrow.open, tomorrow)
  await check.onTime(tomorrow.close, tomorrow)
  expect(state.told).toEqual([true, false])
})

it('one node checks, and a database that does not answer is asked again', async () => {
  const { state, check } = open()
  state.answers = false
  await check.onTime(today.open, today)
  await check.onTime(today.close, today)
  await check.onTime(today.close + MINUTE, today)
  expect([state.checks, state.told]).toEqual([1, []])
  state.answers = true
  await check.onTime(today.close + 5 * MINUTE, today)
  expect([state.checks, state.told]).toEqual([2, [false]])
  state.mine = false
  await check.onTime(tomorrow.open, tomorrow)
  await check.onTime(tomorrow.close, tomorrow)
  expect(state.checks).toBe(2)
})
