import { err, ok, type Result } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { INTERVAL_MINUTES, type Interval } from '../market/candles.ts'
import { formatTimeOfDay, parseTimeOfDay } from '../time.ts'
import { describeCondition } from './describeCondition.ts'
import { found } from './parseOperand.ts'
import type { Condition } from './RuleSet.ts'

const OPEN = parseTimeOfDay(LIMITS.subscription.window.first)!
const CLOSE = parseTimeOfDay(LIMITS.subscription.window.last)!

/** An entry at a time of day: the condition that holds on the bar of the interval that closes then. The error says what was expected. */
export function parseEntryTime(text: string, interval: Interval): Result<Condition, string> {
  const time = parseTimeOfDay(text)
  if (time === null) return err(`expected a time of day such as "09:20", or a condition, found ${found(text)}`)
  const length = INTERVAL_MINUTES[interval]
  if (!isBarEnd(time, length)) {
    const [first, last] = [formatTimeOfDay(OPEN + length), formatTimeOfDay(CLOSE)]
    return err(`expected the time at which a ${interval} bar closes, ${first} to ${last}, found ${found(text)}`)
  }
  const start = { kind: 'timeOfDay', minute: time - length } as const
  return ok({ kind: 'between', value: { kind: 'time' }, low: start, high: start })
}

/** The time of day, in minutes since midnight IST, that parseEntryTime reads as this condition; null when there is none. */
export function entryTimeOf(condition: Condition, interval: Interval): number | null {
  if (condition.kind !== 'between' || condition.value.kind !== 'time') return null
  const { low, high } = condition
  if (low.kind !== 'timeOfDay' || high.kind !== 'timeOfDay' || low.minute !== high.minute) return null
  const length = INTERVAL_MINUTES[interval]
  const time = low.minute + length
  return isBarEnd(time, length) ? time : null
}

/** When a position without a direction is opened, in plain English: "at 09:20", or its condition. */
export function describeEntryRule(condition: Condition, interval: Interval): string {
  const time = entryTimeOf(condition, interval)
  return time === null ? describeCondition(condition) : `at ${formatTimeOfDay(time)}`
}

function isBarEnd(time: number, length: number): boolean {
  return time > OPEN && time <= CLOSE && (time - OPEN) % length === 0
}
