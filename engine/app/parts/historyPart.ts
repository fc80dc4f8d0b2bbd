import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { LongHistory } from '../../history/LongHistory.ts'
import type { CandleBook } from '../../market/CandleBook.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import type { Store } from '../../store/Store.ts'
import type { ActiveStrategies } from '../../trading/signals/ActiveStrategies.ts'
import type { EvaluationPool } from '../../workers/EvaluationPool.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly beside: SharedConnections
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly store: Store
  readonly book: CandleBook
  readonly pool: EvaluationPool
  readonly threads: number
  readonly strategies: ActiveStrategies
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly wait: Wait
  readonly now: () => Instant
  readonly log: Logger
}

/** The history that strategies look back on. */
export const historyPart = definePart({
  open: ({ beside, shutdown, broker, store, book, pool, threads, strategies, time, rules, now, log }: Needs) => {
    const marketNow = () => time.now()
    const history = new LongHistory({ database: beside, broker, store, book, pool, threads, strategies, rules, now, marketNow, log })
    shutdown.add('history', () => history.close())
    return { history }
  },
  run: ({ history, wait }) => ({
    begin: () => wait('the strategies', () => history.read()),
    trading: () => history.start(),
    metrics: (metrics) => {
      metrics.counter('history_calls_total', "Calls to the broker's history.", () => history.progress.calls)
      metrics.counter('history_candles_total', "Candles that the broker's history answered.", () => history.progress.candles)
      metrics.gauge('history_remaining_seconds', 'Until the history that strategies need is there.', () => history.progress.msLeft / SECOND)
      metrics.gauge('strategies_warming_up', 'Strategies that wait for more history.', () => history.progress.strategiesWarmingUp)
    },
    stop: () => history.stop(),
  }),
})
