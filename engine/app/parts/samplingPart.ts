import type { Logger } from 'pino'
import type { Leases } from '../../cluster/Leases.ts'
import { sampleEngine } from '../../cluster/sampleEngine.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import type { EvaluationPool } from '../../workers/EvaluationPool.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly watching: SharedConnections
  readonly shutdown: Shutdown
  readonly leases: Leases
  readonly pool: EvaluationPool
  readonly log: Logger
}

/** What admins see of this node. */
export const samplingPart = definePart<Needs, object>({
  open: () => ({}),
  run: ({ watching, shutdown, leases, pool, log }) => ({
    trading: () => {
      const sampling = sampleEngine({ pool: watching, nodeId: leases.nodeId, workerLoad: () => pool.load(), log })
      shutdown.add('sampling', () => sampling.close())
    },
  }),
})
