import type { Logger } from 'pino'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { Store } from '../../store/Store.ts'
import { Lanes } from '../../trading/floor/Lanes.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly store: Store
  readonly shutdown: Shutdown
  readonly log: Logger
}

/** The work on the books. */
export const lanesPart = definePart({
  open: ({ store, shutdown, log }: Needs) => {
    const lanes = new Lanes({ ping: () => store.ping(), log })
    shutdown.add('work in hand', () => lanes.close())
    return { lanes }
  },
  run: ({ lanes }) => ({
    metrics: (metrics) => metrics.gauge('jobs_waiting', 'Writes to the books that wait for their turn.', () => lanes.length),
  }),
})
