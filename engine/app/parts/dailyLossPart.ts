import type { Logger } from 'pino'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { Leases } from '../../cluster/Leases.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import { DailyLosses } from '../../store/DailyLosses.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { DailyLossWatch } from '../../trading/risk/DailyLossWatch.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly watching: SharedConnections
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly leases: Leases
  readonly time: EngineClock
  readonly floor: TradingFloor
  readonly log: Logger
}

/** Closes what is open when a day's loss has reached its limit. */
export const dailyLossPart = definePart({
  open: ({ watching, shutdown, broker, leases, floor, log }: Needs) => {
    const records = new DailyLosses(watching, broker.marketId, leases)
    shutdown.add('daily losses', () => records.close())
    const dailyLoss = new DailyLossWatch({
      ...{ records, openLossOf: (userId, among) => floor.openLossOf(userId, among), log },
      tradesSeen: () => floor.counts.trades_opened + floor.counts.trades_closed,
    })
    return { dailyLoss }
  },
  hears: ({ dailyLoss }) => ({ 'account.changed': () => dailyLoss.onLimitsChanged() }),
  run: ({ dailyLoss, time }) => ({ beats: [{ everyMs: CLOCK_BEAT_MS, do: () => void dailyLoss.onTime(time.now()) }] }),
})
