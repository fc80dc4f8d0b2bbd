import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { addDays, type IsoDate } from '../../../schema/time.ts'

/** Closes of India VIX by date, fractions: 0.1218 for 12.18. */
export type VixCloses = ReadonlyMap<IsoDate, number>

/**
 * Volatility at the money of an index's nearest options, per trading year, over India VIX of the evening before. Measured with the fit of
 * this folder: NIFTY 0.87 on 29 Aug 2025 and 1.45 on 27 Mar 2026, SENSEX 0.85 on 4 Sep 2025 and 1.35 on 27 Mar 2026: geometric means;
 * BANKNIFTY and MIDCPNIFTY by what they stood above NIFTY on 27 Mar 2026, 1.11 and 1.22 times. Two days are few: recorded options take
 * precedence.
 */
const OVER_VIX: Readonly<Record<IndexSymbol, number>> = { NIFTY: 1.12, BANKNIFTY: 1.24, SENSEX: 1.07, MIDCPNIFTY: 1.37 }

/** India VIX of a calm year: the default where its close is unknown. */
const CALM_VIX = 0.125
/** Maximum age of a close, in days: over the longest holidays. */
const OLDEST = 6

/** The level of an index on a day by the last India VIX close before the day; null when none is known. */
export function vixLevel(index: IndexSymbol, date: IsoDate, closes: VixCloses): number | null {
  for (let before = 1; before <= OLDEST; before++) {
    const close = closes.get(addDays(date, -before))
    if (close !== undefined) return close * OVER_VIX[index]
  }
  return null
}

/** The default level of an index: NIFTY 14%, BANKNIFTY 15.5%, SENSEX 13.4%, MIDCPNIFTY 17.1%. */
export function usualLevel(index: IndexSymbol): number {
  return CALM_VIX * OVER_VIX[index]
}
