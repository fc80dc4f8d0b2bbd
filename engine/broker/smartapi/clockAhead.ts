import type { ClockFacts } from '../../../schema/brokerReadiness.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { DatedAnswer } from './SmartApiHttp.ts'

/** How far this machine's clock is ahead of the broker's. `now`: real time by this machine; `elapsed`: performance.now() at that moment. */
export function clockAhead({ date, askedAt, answeredAt }: DatedAnswer, now: Instant, elapsed: number): ClockFacts {
  const ours = now - (elapsed - (askedAt + answeredAt) / 2)
  // Whole seconds are cut off, not rounded.
  const theirs = date + SECOND / 2
  return { aheadMs: Math.round(ours - theirs), withinMs: Math.round((SECOND + answeredAt - askedAt) / 2) }
}
