import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { Assembly } from '../app/Assembly.ts'
import { PARTS } from '../app/parts.ts'
import { Metrics } from '../runtime/Metrics.ts'
import { Shutdown } from '../runtime/Shutdown.ts'
import { examplePart, type QuietNeeds } from './examplePart.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** The part by itself, at a time that a test sets. */
async function open() {
  const state = { now: 0, opened: 0 }
  const shutdown = new Shutdown(pino({ level: 'silent' }))
  const parts = await Assembly.of<QuietNeeds>()
    .with(examplePart)
    .open({
      ...{ shutdown, wait: async (_what, attempt) => attempt(), time: { now: () => state.now } },
      floor: {
        get counts() {
          return { trades_opened: state.opened }
        },
      },
    })
  parts.run()
  await parts.resume()
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      state.now += SECOND
      vi.advanceTimersByTime(SECOND)
    }
  }
  return { state, shutdown, parts, pass, watch: parts.services.quietWatch }
}

it('the part of the recipe has its place behind all parts of the engine', () => {
  expect(PARTS.with(examplePart)).toBeInstanceOf(Assembly)
})

it('the part of the recipe does its work by its beats, and begins anew with other users and strategies', async () => {
  const { state, parts, pass, watch } = await open()
  pass(61)
  expect([watch.quietMs, watch.longestMs]).toEqual([MINUTE, MINUTE])
  state.opened = 1
  pass(2)
  expect([watch.quietMs, watch.longestMs]).toEqual([SECOND, MINUTE])
  parts.onUsersChanged()
  pass(1)
  expect(watch.quietMs).toBe(0)
  pass(5)
  for (const hears of parts.hears) hears['strategy.changed']?.()
  pass(1)
  expect(watch.quietMs).toBe(0)
})

it('the part of the recipe is measured, says what is wrong, and rests once it is stopped', async () => {
  const { parts, pass, watch, shutdown } = await open()
  pass(3_600)
  expect(parts.degraded).toEqual([])
  pass(2)
  expect(parts.degraded).toEqual(['no trade has been opened for an hour'])
  const metrics = new Metrics()
  parts.describe(metrics)
  expect(await metrics.print()).toContain('sakha_engine_quiet_seconds 3601')
  await parts.stop()
  pass(10)
  expect(watch.quietMs).toBe(3_601 * SECOND)
  await shutdown.run()
})
