import { MINUTE } from '../../../schema/time.ts'
import type { CandleInterval } from '../../gql/generated/graphql.ts'
import { CANDLE_MINUTES } from '../../gql/candleMinutes.ts'

/** A trade takes at most so many bars: it is in sight as a whole, on a phone too. */
const MOST_BARS = 40
/** Bars shown after the exit. */
const AFTER = 12
/** Bars loaded, most of them before the trade: to look back to, and for indicators to begin with. */
const LIMIT = 300

/** From the shortest. */
const INTERVALS = ['ONE_MINUTE', 'FIVE_MINUTES', 'FIFTEEN_MINUTES'] as const satisfies readonly CandleInterval[]

/** Which candles show a trade: the shortest in which it is in sight as a whole. Times are ISO texts; `before` is null for a running trade: the latest. */
export function chartOfTrade({ entryTime, exitTime }: { readonly entryTime: string; readonly exitTime: string | null }) {
  if (exitTime === null) return { interval: INTERVALS[1], minutes: CANDLE_MINUTES[INTERVALS[1]], limit: LIMIT, before: null }
  const exit = Date.parse(exitTime)
  const length = exit - Date.parse(entryTime)
  const interval = INTERVALS.find((each) => length <= MOST_BARS * CANDLE_MINUTES[each] * MINUTE) ?? INTERVALS[2]
  const minutes = CANDLE_MINUTES[interval]
  return { interval, minutes, limit: LIMIT, before: new Date(exit + AFTER * minutes * MINUTE).toISOString() }
}
