import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../../schema/time.ts'
import type { OrderUrgency } from '../../OrderBudget.ts'
import { OrderAllowance } from './OrderAllowance.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function open() {
  const allowance = new OrderAllowance()
  const starts: number[] = []
  const outcomes: string[] = []
  /** A call that is under way for so long. */
  const call = async (name: string, urgency: OrderUrgency = 'EXIT', takes = 0) => {
    const answered = await allowance.take(urgency)
    outcomes.push(`${name} ${answered ? 'went' : 'gave up'}`)
    if (!answered) return
    starts.push(performance.now())
    if (takes === 0) answered()
    else setTimeout(answered, takes)
  }
  return { allowance, call, starts, outcomes }
}

it('eight exits go at once, the ninth a second after the first was sent, the tenth a second after it was answered', async () => {
  const { call, starts } = open()
  for (let i = 0; i < 9; i++) void call(`${i}`, 'EXIT', 100)
  await vi.advanceTimersByTimeAsync(500)
  void call('9', 'EXIT', 100)
  await vi.advanceTimersByTimeAsync(499)
  expect(starts).toHaveLength(8)
  await vi.advanceTimersByTimeAsync(1)
  expect(starts).toHaveLength(9)
  await vi.advanceTimersByTimeAsync(99)
  expect(starts).toHaveLength(9)
  await vi.advanceTimersByTimeAsync(1)
  expect(starts).toHaveLength(10)
})

it('entries leave two turns of a second to exits, which go before entries that wait longer', async () => {
  const { call, outcomes } = open()
  for (let i = 0; i < 7; i++) void call(`entry ${i}`, 'ENTRY')
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toHaveLength(6)
  for (const name of ['exit 1', 'exit 2', 'exit 3']) void call(name)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(outcomes.slice(6)).toEqual(['exit 1 went', 'exit 2 went', 'exit 3 went', 'entry 6 went'])
})

it('what exits take of their part is not taken from entries: six entries and two exits a second all go', async () => {
  const { call, outcomes } = open()
  for (let second = 0; second < 10; second++) {
    for (let i = 0; i < 2; i++) void call('exit', 'EXIT')
    for (let i = 0; i < 6; i++) void call('entry', 'ENTRY')
    await vi.advanceTimersByTimeAsync(SECOND)
  }
  expect(outcomes).toHaveLength(80)
  expect(outcomes.filter((outcome) => outcome.endsWith('gave up'))).toEqual([])
})

it('calls that nobody answers take up their turns, and who waits for a second gives up', async () => {
  const { call, outcomes } = open()
  for (let i = 0; i < 10; i++) void call(`${i}`, 'EXIT', 7 * SECOND)
  await vi.advanceTimersByTimeAsync(SECOND)
  // Nine are what the broker allows.
  expect(outcomes.slice(8)).toEqual(['8 went', '9 gave up'])
  await vi.advanceTimersByTimeAsync(7 * SECOND)
  void call('later')
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(outcomes.at(-1)).toBe('later went')
})

it('an hour has room for 900, of which 150 are for exits; a minute for 450, of which 50 are', async () => {
  const { call, outcomes } = open()
  const went = () => outcomes.filter((outcome) => outcome.endsWith('went')).length
  const asAll = async (urgency: OrderUrgency, seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      for (let i = 0; i < 8; i++) void call('x', urgency)
      await vi.advanceTimersByTimeAsync(SECOND + 1)
    }
  }
  await asAll('ENTRY', 59)
  const inFirstMinute = went()
  expect(inFirstMinute).toBeLessThanOrEqual(400)
  await asAll('EXIT', 1)
  const exits = went() - inFirstMinute
  expect(exits).toBeGreaterThan(0)
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(MINUTE)
    await asAll('ENTRY', 60)
  }
  expect(went()).toBe(750 + exits)
  await vi.advanceTimersByTimeAsync(MINUTE)
  await asAll('EXIT', 30)
  expect(went()).toBe(900)
  await vi.advanceTimersByTimeAsync(HOUR)
  await asAll('ENTRY', 1)
  expect(went()).toBeGreaterThan(900)
})

it('calls of an earlier process count by their age', async () => {
  const { allowance, call, outcomes } = open()
  allowance.remember([HOUR, ...Array<number>(749).fill(30 * MINUTE), 400])
  void call('entry', 'ENTRY')
  for (let i = 0; i < 8; i++) void call(`exit ${i}`)
  await vi.advanceTimersByTimeAsync(599)
  // Of the hour's 750 for entries none is left, of the second's eight for exits seven.
  expect(outcomes).toHaveLength(7)
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes.filter((outcome) => outcome.startsWith('exit') && outcome.endsWith('went'))).toHaveLength(8)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(outcomes.at(-1)).toBe('entry gave up')
})

it('however calls come and however long they take, no second sees more than eight sendings, nor the broker more than nine calls', async () => {
  const step = fc.record({
    wait: fc.nat({ max: 900 }),
    exits: fc.nat({ max: 10 }),
    entries: fc.nat({ max: 10 }),
    takes: fc.nat({ max: 1_500 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const allowance = new OrderAllowance()
      const calls: { urgency: OrderUrgency; at: number; until: number }[] = []
      const call = async (urgency: OrderUrgency, takes: number) => {
        const answered = await allowance.take(urgency)
        if (!answered) return
        const own = { urgency, at: performance.now(), until: Infinity }
        calls.push(own)
        setTimeout(() => {
          own.until = performance.now()
          answered()
        }, takes)
      }
      for (const { wait, exits, entries, takes } of steps) {
        await vi.advanceTimersByTimeAsync(wait)
        for (let i = 0; i < exits; i++) void call('EXIT', takes)
        for (let i = 0; i < entries; i++) void call('ENTRY', takes)
      }
      await vi.advanceTimersByTimeAsync(10 * SECOND)
      for (const { at } of calls) {
        const before = calls.filter((other) => other.at <= at)
        const sent = before.filter((other) => other.at > at - SECOND)
        expect(sent.length).toBeLessThanOrEqual(8)
        expect(sent.filter(({ urgency }) => urgency === 'ENTRY').length).toBeLessThanOrEqual(6)
        // Wherever in its time the broker counted a call: those that may lie within the second before.
        expect(before.filter((other) => other.until > at - SECOND).length).toBeLessThanOrEqual(9)
      }
    }),
    { numRuns: 50 },
  )
})
