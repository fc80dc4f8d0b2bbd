import type { Instant } from '../../../schema/time.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { Heartbeat } from '../../cluster/Heartbeat.ts'
import type { MarketData } from '../../market/MarketData.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import { definePart } from '../Part.ts'
import { readinessOf } from '../readinessOf.ts'

interface Needs {
  readonly broker: SmartApiBroker
  readonly time: EngineClock
  readonly market: MarketData
  readonly heartbeat: Heartbeat
  readonly now: () => Instant
}

/** Whether the engine has what it needs to trade. */
export const readinessPart = definePart({
  open: ({ broker, time, market, heartbeat, now }: Needs) => ({
    readiness: () =>
      readinessOf({
        databaseProblem: heartbeat.databaseProblem,
        broker: broker.feed.state,
        silentMs: time.indexMoves() ? now() - (market.lastTickAt ?? -Infinity) : null,
      }),
  }),
})
