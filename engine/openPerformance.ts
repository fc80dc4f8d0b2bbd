import type { Logger } from 'pino'
import type { MarketRules } from '../schema/market/MarketRules.ts'
import { PerformanceDesk } from './performance/PerformanceDesk.ts'
import type { Shutdown } from './runtime/Shutdown.ts'
import type { EngineClock } from './schedule/EngineClock.ts'
import { PerformanceSchedule } from './schedule/PerformanceSchedule.ts'
import { PerformanceRecords } from './store/PerformanceRecords.ts'
import type { TradingFloor } from './trading/floor/TradingFloor.ts'
import { PerformancePool } from './workers/PerformancePool.ts'

export interface PerformanceParts {
  readonly databaseUrl: string
  /** The market's id. */
  readonly market: string
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly floor: Pick<TradingFloor, 'lastPrices'>
  readonly log: Logger
}

/** What strategies have earned: when that is counted anew, and who does it. */
export function openPerformance({ databaseUrl, market, time, rules, floor, log }: PerformanceParts, shutdown: Shutdown) {
  const records = new PerformanceRecords(databaseUrl, market)
  shutdown.add('performance', () => records.close())
  const pool = new PerformancePool(log)
  shutdown.add('performance worker', () => pool.close())
  const desk = new PerformanceDesk({
    ...{ records, pool, databaseUrl, log },
    openPrices: () => ({
      at: Math.min(time.now(), (time.session() ?? time.previousSession())?.close ?? Infinity),
      lastPrices: floor.lastPrices,
      rules: rules(),
    }),
  })
  shutdown.add('performance updates', () => desk.close())
  return { desk, schedule: new PerformanceSchedule({ request: (update) => records.request(update), log }) }
}
