import { indicatorBars } from '../../../engine/analysis/rules/warmUp.ts'
import { CandleInterval } from '../../../schema/graphql/market.ts'
import type { GivenArguments } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { INTERVAL_MINUTES, type Interval } from '../../../schema/market/candles.ts'
import type { IndicatorCall } from '../../../schema/rules/indicators.ts'
import { indicatorsInput } from './input.ts'

/** Units of cost of a bar that is read, and of one that an indicator is computed over: some 3 µs and 0.1 µs. */
const [READ, COMPUTED] = [3, 0.1]

interface Wanted {
  readonly calls: readonly IndicatorCall[]
  readonly interval: Interval
  /** Candles that are shown. */
  readonly limit: number
}

/** How many bars are read for the indicators beside so many candles: as many earlier ones as a strategy waits for (decision 97). */
export function barsRead({ calls, interval, limit }: Wanted): number {
  const minutes = INTERVAL_MINUTES[interval]
  return limit + Math.min(Math.max(...calls.map((call) => indicatorBars(call, minutes))), LIMITS.indicators.history)
}

/** What indicators take beside their answer, in units of cost; nothing for a request that is refused anyway. */
export function indicatorWork({ interval, ...given }: GivenArguments): number {
  const wanted = indicatorsInput.safeParse({ ...given, interval: intervalOf(interval) })
  return wanted.success ? barsRead(wanted.data) * (READ + COMPUTED * wanted.data.calls.length) : 0
}

/** By the name that documents and variables have for it. */
function intervalOf(name: unknown): unknown {
  return Object.entries(CandleInterval).find(([each]) => each === name)?.[1]
}
