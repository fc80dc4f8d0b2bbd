import { MINUTE } from '../../../schema/time.ts'
import type { CandleInterval } from '../../gql/generated/graphql.ts'

/** A trade takes at most so many bars: it is in sight as a whole, on a phone too. */
const MOST_BARS = 40
/** Bars shown after the exit. */
const AFTER = 12
/** Bars loaded, most of them before the trade: to look back to, and for indicators to begin with. */
const LIMIT = 300

const INTERVALS = [
  { interval: 'ONE_MINUTE', minutes: 1 },
  { interval: 'FIVE_MINUTES', minutes: 5 },
  { interval: 'FIFTEEN_MINUTES', minutes: 15 },
] as const satisfies readonly { readonly interval: CandleInterval; readonly minutes: number }[]

/** Which candles show a trade: the shortest in which it is in sight as a whole. Times are ISO texts; `before` is null for a running trade: the latest. */
export function chartOfTrade({ entryTime, exitTime }: { readonly entryTime: string; readonly exitTime: string | null }) {
  if (exitTime === null) return { ...INTERVALS[1], limit: LIMIT, before: null }
  const exit = Date.parse(exitTime)
  const length = exit - Date.parse(entryTime)
  const chosen = INTERVALS.find(({ minutes }) => length <= MOST_BARS * minutes * MINUTE) ?? INTERVALS[2]
  return { ...chosen, limit: LIMIT, before: new Date(exit + AFTER * chosen.minutes * MINUTE).toISOString() }
}
