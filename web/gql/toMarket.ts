import { marketTimeAt, segmentAt, type MarketClock } from '../../schema/market/MarketClock.ts'
import type { Instant } from '../../schema/time.ts'
import type { MarketStatusPartsFragment } from './generated/graphql.ts'

export interface Market {
  readonly clock: MarketClock
  readonly engineRunning: boolean
  /** What is planted into a sandbox's prices; null: nothing. */
  readonly pattern: MarketStatusPartsFragment['pattern']
  /** Whether the market is open at a real instant. */
  readonly isOpenAt: (real: Instant) => boolean
  readonly timeAt: (real: Instant) => Instant
  /** Market time of the session's close while one is on, else of the next opening; null while that is not known. */
  readonly nextChangeAt: Instant | null
}

/** The market as screens use it, from the server's answer. */
export function toMarket(status: MarketStatusPartsFragment): Market {
  const clock: MarketClock = status.sandbox
    ? {
        kind: 'sandbox',
        speed: status.speed,
        segments: status.segments.map((segment) => ({
          realStart: Date.parse(segment.realStart),
          marketStart: Date.parse(segment.marketStart),
          sessionOpen: Date.parse(segment.sessionOpen),
          sessionClose: Date.parse(segment.sessionClose),
        })),
      }
    : { kind: 'real' }
  const timeAt = (real: Instant) => marketTimeAt(clock, real)
  return {
    clock,
    engineRunning: status.engineRunning,
    pattern: status.pattern,
    nextChangeAt: status.nextChangeAt === null ? null : Date.parse(status.nextChangeAt),
    timeAt,
    isOpenAt: (real) => {
      const segment = segmentAt(clock, real)
      if (!segment) return status.isOpen
      const time = timeAt(real)
      return time >= segment.sessionOpen && time < segment.sessionClose
    },
  }
}
