import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import { brokerPlace } from '../../broker/smartapi/brokerPlace.ts'
import { callMetrics } from '../../broker/smartapi/callDurations.ts'
import { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Metrics } from '../../runtime/Metrics.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
  readonly metrics: Metrics
  readonly wait: Wait
  readonly now: () => Instant
  readonly log: Logger
}

/**
 * The market of the broker that the configuration names, not signed in yet. The sandbox and its account may come later than the engine. The
 * engine ends when another market replaces this one: all its state would be of the old one.
 */
export const brokerMarketPart = definePart({
  open: async ({ config, shutdown, metrics, wait, now, log }: Needs) => {
    const place = await wait('the account of the sandbox', () => brokerPlace(config))
    const broker = new SmartApiBroker(place.market, place.standard, now, log)
    shutdown.add('broker', () => broker.close())
    broker.onReplaced((marketId) =>
      shutdown.fail(
        `the market behind the broker is now ${marketId}, no longer ${broker.marketId}: the engine ends, a new one must take its place`,
      ),
    )
    metrics.include(callMetrics)
    return { broker, place }
  },
})
