import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { Heartbeat } from '../../cluster/Heartbeat.ts'
import type { MarketData } from '../../market/MarketData.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly broker: SmartApiBroker
  readonly time: EngineClock
  readonly market: MarketData
  readonly store: Store
  readonly now: () => Instant
  readonly log: Logger
}

/** Says that the engine lives, and what its market's state is. It stands behind marketPart.ts, which sets the clock that is told. */
export const heartbeatPart = definePart({
  open: ({ broker, time, market, store, now, log }: Needs) => ({
    heartbeat: new Heartbeat({
      state: () => ({
        ...{ market: broker.marketId, clock: time.clock, feed: broker.feed.state.kind, heartbeatAt: now() },
        ...{ lastTickAt: market.lastTickAt, feedFaults: market.feedFaults.length },
      }),
      save: (state, changed) => store.saveEngineState(state, changed),
      ...{ now, log },
    }),
  }),
  run: ({ heartbeat, market }) => {
    const forgetState = market.onState(() => void heartbeat.beat())
    market.onClock(() => void heartbeat.beat())
    return {
      begin: () => heartbeat.start(),
      stop: () => {
        // The feed's own end is still to come; a beat for it would open the database again.
        forgetState()
        return heartbeat.stop()
      },
    }
  },
})
