import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { PastOfIndex } from '../market/Backfill.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { WarmingUp } from '../store/warmingUp.ts'
import type { HistoryNeed } from './historyNeeds.ts'
import { WarmUps } from './WarmUps.ts'

const NOW = 1_000_000
const RULES: RuleSet = { interval: '15min', long: null, short: null, enter: null, position: null }
const need = (strategyId: string, minutes: number, index: HistoryNeed['index'] = 'NIFTY'): HistoryNeed => ({
  ...{ strategyId, version: 1, index, minutes },
})

/** Warm-ups over a past that can be changed. */
function tell(needs: readonly HistoryNeed[]) {
  const world = { minutes: 5 * 375, past: { stored: 5, missing: 200 } as PastOfIndex, timeLeft: 30_000, fails: false }
  const told: (readonly WarmingUp[])[] = []
  const warmUps = new WarmUps({
    needs: () => Promise.resolve(needs),
    minutesOf: () => world.minutes,
    pastOf: () => world.past,
    timeLeft: () => world.timeLeft,
    save: (warming) => {
      if (world.fails) return Promise.reject(new Error('connection lost'))
      told.push(warming)
      return Promise.resolve()
    },
    now: () => NOW,
    log: pino({ level: 'silent' }),
  })
  return { world, told, warmUps }
}

it('a strategy with too little history is told with what it has, what it needs and until when, and no more once it is warm', async () => {
  const { world, told, warmUps } = tell([need('slow', 207 * 375), need('fast', 5 * 375)])
  await warmUps.tell()
  expect(told).toEqual([[{ strategyId: 'slow', version: 1, symbol: 'NIFTY', sessions: 5, sessionsNeeded: 207, readyAt: NOW + 30_000 }]])
  expect(warmUps.warming).toBe(1)
  Object.assign(world, { past: { stored: 61, missing: 146 }, timeLeft: 10_000 })
  await warmUps.tell()
  expect(told[1]).toMatchObject([{ sessions: 61, readyAt: NOW + 10_000 }])
  Object.assign(world, { past: { stored: 211, missing: 0 }, timeLeft: 0 })
  await warmUps.tell()
  expect(told[2]).toMatchObject([{ sessions: 207, sessionsNeeded: 207, readyAt: NOW }])
  world.minutes = 207 * 375
  await warmUps.tell()
  expect(told[3]).toEqual([])
})

it('where the broker has no more history, nobody says when it will be enough', async () => {
  const { world, told, warmUps } = tell([need('slow', 207 * 375)])
  world.past = { stored: 61, missing: 0 }
  await warmUps.tell()
  expect(told[0]).toMatchObject([{ sessions: 61, readyAt: null }])
})

it('the same is told once; what could not be told is told again', async () => {
  const { world, told, warmUps } = tell([need('slow', 207 * 375)])
  world.fails = true
  await warmUps.tell()
  world.fails = false
  await warmUps.tell()
  await warmUps.tell()
  expect(told).toHaveLength(1)
})

it('a strategy that stays silent for want of history, although there is as much as was counted, is told until it speaks', async () => {
  const { told, warmUps } = tell([need('turns', 5 * 375)])
  const task = {
    symbol: 'NIFTY' as const,
    interval: '15min' as const,
    closedAt: NOW,
    strategies: [{ id: 'turns', version: 1, rules: RULES }],
  }
  warmUps.onEvaluated(task, { warming: [{ strategyId: 'turns', version: 1, haveBars: 125, needBars: 126 }] })
  await warmUps.tell()
  expect(told[0]).toEqual([{ strategyId: 'turns', version: 1, symbol: 'NIFTY', sessions: 5, sessionsNeeded: 6, readyAt: null }])
  warmUps.onEvaluated(task, { warming: [] })
  await warmUps.tell()
  expect(told[1]).toEqual([])
})
