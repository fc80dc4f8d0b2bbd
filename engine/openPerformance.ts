import type { Logger } from 'pino'
import type { MarketRules } from '../schema/market/MarketRules.ts'
import { PerformanceDesk } from './performance/PerformanceDesk.ts'
import type { Shutdown } from './runtime/Shutdown.ts'
import type { EngineClock } from './schedule/EngineClock.ts'
import { performanceDuty } from './schedule/performanceDuty.ts'
import type { SharedConnections } from './store/sharedConnections.ts'
import { PerformanceRecords } from './store/PerformanceRecords.ts'
import type { TradingFloor } from './trading/floor/TradingFloor.ts'
import type { SchedulePool } from './schedule/SchedulePool.ts'

export interface PerformanceParts {
  readonly databaseUrl: string
  readonly shared: SharedConnections
  /** The market's id. */
  readonly market: string
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly floor: Pick<TradingFloor, 'lastPrices'>
  readonly pool: SchedulePool
  readonly log: Logger
}

/** What strategies have earned: when that is counted anew, and who does it. */
export function openPerformance({ databaseUrl, shared, market, time, rules, floor, pool, log }: PerformanceParts, shutdown: Shutdown) {
  const records = new PerformanceRecords(shared, market)
  shutdown.add('performance', () => records.close())
  const desk = new PerformanceDesk({
    ...{ records, pool, databaseUrl, log },
    openPrices: () => ({
      at: Math.min(time.now(), (time.session() ?? time.previousSession())?.close ?? Infinity),
      lastPrices: floor.lastPrices,
      rules: rules(),
    }),
  })
  shutdown.add('performance updates', () => desk.close())
  return { desk, duty: performanceDuty((update) => records.request(update)) }
}
