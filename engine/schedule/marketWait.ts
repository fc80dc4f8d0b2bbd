import type { MarketClock } from '../../schema/market/MarketClock.ts'

/**
 * A wait in market milliseconds that is never shorter than `realMs` of real time: on a sandbox clock that runs fast,
 * the feed, the network and the database still go at their own pace.
 */
export function marketWait(clock: MarketClock, marketMs: number, realMs: number): number {
  return clock.kind === 'real' ? marketMs : Math.max(marketMs, realMs * clock.speed)
}
