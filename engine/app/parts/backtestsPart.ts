import type { Logger } from 'pino'
import { BacktestDesk } from '../../backtestDesk/BacktestDesk.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { BacktestRuns } from '../../store/BacktestRuns.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly beside: SharedConnections
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly log: Logger
}

/** The backtests that users request. */
export const backtestsPart = definePart({
  open: ({ config: { databaseUrl }, beside, shutdown, broker, log }: Needs) => {
    const runs = new BacktestRuns(beside)
    shutdown.add('backtest queue', () => runs.close())
    const backtests = new BacktestDesk({ runs, databaseUrl, market: broker.marketId, log })
    shutdown.add('backtests', () => backtests.close())
    return { backtests }
  },
  hears: ({ backtests }) => ({ 'backtest.cancelled': () => backtests.onCancelled() }),
  run: ({ backtests }) => ({
    trading: () => backtests.start(),
    metrics: (metrics) => metrics.counter('backtests_total', 'Backtests that ended.', () => backtests.ended),
  }),
})
