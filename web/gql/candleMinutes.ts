import type { CandleInterval } from './generated/graphql.ts'

/** Length of a candle in minutes. */
export const CANDLE_MINUTES: Readonly<Record<CandleInterval, number>> = { ONE_MINUTE: 1, FIVE_MINUTES: 5, FIFTEEN_MINUTES: 15 }
