import type { Logger } from 'pino'
import { Leases } from '../../cluster/Leases.ts'
import { partitionOf } from '../../cluster/partitionOf.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { LEADING_PARTITION } from '../../store/AgentRecords.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
  readonly wait: Wait
  readonly monotonic: () => number
  readonly log: Logger
}

/** Whose users this node trades for. */
export const leasesPart = definePart({
  open: ({ config: { databaseUrl }, shutdown, monotonic, log }: Needs) => {
    const leases = new Leases({ databaseUrl, monotonic, log })
    shutdown.add('leases', () => leases.close())
    return {
      leases,
      /** Whether a user is this node's. */
      owns: (userId: string) => leases.held().has(partitionOf(userId)),
      /** Whether this node does what one of all nodes does. */
      leads: () => leases.held().has(LEADING_PARTITION),
    }
  },
  run: ({ leases, wait }) => ({
    resume: () => wait('the leases', () => leases.start()),
    metrics: (metrics) => {
      metrics.gauge('partitions_held', 'Partitions of users that this node trades for.', () => leases.held().size)
      metrics.counters('lease_changes_total', 'Partitions of users that this node took over and lost.', 'change', () => leases.changes)
    },
  }),
})
