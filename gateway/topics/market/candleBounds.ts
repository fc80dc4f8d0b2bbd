import { addDays, istInstant, type Instant, type IsoDate } from '../../../schema/time.ts'

/** Where a stretch of candles begins and ends; null: nowhere. */
interface CandleBounds {
  readonly since: Instant | null
  readonly before: Instant | null
}

/** The bounds of candles from one date in India to another, both included, that begin before a moment. */
export function candleBounds(asked: {
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  readonly before: Instant | null
}): CandleBounds {
  const { from, to, before } = asked
  const end = to === null ? null : istInstant(addDays(to, 1), 0)
  return {
    since: from === null ? null : istInstant(from, 0),
    before: before === null || end === null ? (before ?? end) : Math.min(before, end),
  }
}
