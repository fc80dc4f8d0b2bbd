import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { PerformanceDesk } from '../../performance/PerformanceDesk.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { MarketSchedule } from '../../schedule/MarketSchedule.ts'
import { performanceDuty } from '../../schedule/performanceDuty.ts'
import type { SchedulePool } from '../../schedule/SchedulePool.ts'
import { PerformanceRecords } from '../../store/PerformanceRecords.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly beside: SharedConnections
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly floor: TradingFloor
  readonly schedule: MarketSchedule
  readonly schedulePool: SchedulePool
  readonly log: Logger
}

/** What strategies have earned: when that is counted anew, and who does it. */
export const performancePart = definePart({
  open: ({ config: { databaseUrl }, beside, shutdown, broker, time, rules, floor, schedule, schedulePool, log }: Needs) => {
    const records = new PerformanceRecords(beside, broker.marketId)
    shutdown.add('performance', () => records.close())
    const performanceDesk = new PerformanceDesk({
      ...{ records, pool: schedulePool, databaseUrl, log },
      openPrices: () => ({
        at: Math.min(time.now(), (time.session() ?? time.previousSession())?.close ?? Infinity),
        lastPrices: floor.lastPrices,
        rules: rules(),
      }),
    })
    shutdown.add('performance updates', () => performanceDesk.close())
    const performanceUpdates = performanceDuty((update) => records.request(update))
    schedule.add(performanceUpdates)
    return { performanceDesk, performanceUpdates }
  },
  hears: ({ schedule, performanceUpdates }) => ({ 'performance.changed': () => schedule.again(performanceUpdates) }),
  run: ({ performanceDesk }) => ({
    trading: () => performanceDesk.start(),
    metrics: (metrics) => metrics.counter('performance_updates_total', 'Updates of performance that ended.', () => performanceDesk.updates),
  }),
})
