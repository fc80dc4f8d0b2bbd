import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR, SECOND } from '../../schema/time.ts'
import { OrderCallLog, type OrderCall } from './OrderCallLog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const stored = new Map<string, OrderCall>()
  const writes: number[] = []
  const parts = { isAway: false }
  const calls = new OrderCallLog({
    save: async (more) => {
      writes.push(more.length)
      if (parts.isAway) throw new Error('the database is away')
      for (const call of more) stored.set(call.id, call)
    },
    read: async (userId, since) => [...stored.values()].filter((call) => call.userId === userId && call.at >= since),
    now: () => Date.now(),
    log: pino({ level: 'silent' }),
  })
  return { ...{ calls, stored, writes, parts }, kinds: () => [...stored.values()].map(({ kind }) => kind) }
}

it('calls of a second are stored together, each with the time at which it was sent', async () => {
  const { calls, stored, writes, kinds } = open()
  const begun = Date.now()
  calls.add('asha', 'ENTRY')
  await vi.advanceTimersByTimeAsync(400)
  calls.add('asha', 'CHANGE')
  expect(writes).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  expect([writes, kinds()]).toEqual([[2], ['ENTRY', 'CHANGE']])
  expect([...stored.values()].map(({ at }) => at - begun)).toEqual([0, 400])
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(writes).toEqual([2])
})

it('what a database that is away does not take is stored once it is back, each call once', async () => {
  const { calls, parts, kinds } = open()
  parts.isAway = true
  calls.add('asha', 'EXIT')
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  calls.add('asha', 'CANCELLATION')
  parts.isAway = false
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(kinds()).toEqual(['EXIT', 'CANCELLATION'])
})

it('an engine that stops stores what there is', async () => {
  const { calls, kinds } = open()
  calls.add('asha', 'EXIT')
  await calls.close()
  expect(kinds()).toEqual(['EXIT'])
})

it('tells the ages of the calls of an hour, of one account, stored or not', async () => {
  const { calls } = open()
  calls.add('asha', 'ENTRY')
  await vi.advanceTimersByTimeAsync(HOUR)
  calls.add('asha', 'ENTRY')
  calls.add('ravi', 'ENTRY')
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  calls.add('asha', 'EXIT')
  expect(await calls.agesOf('asha')).toEqual([2 * SECOND, 0])
})
