import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { openSharedConnections } from '../../store/sharedConnections.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly shutdown: Shutdown
}

/** What trading waits for has connections of its own; what works beside it shares some, and what watches over it others. */
export const sharedConnectionsPart = definePart({
  open: ({ config: { databaseUrl }, shutdown }: Needs) => {
    const beside = openSharedConnections(databaseUrl, 'beside trading', 5)
    shutdown.add('connections beside trading', () => beside.end())
    const watching = openSharedConnections(databaseUrl, 'watching', 2)
    shutdown.add('connections for watching', () => watching.end())
    return { beside, watching }
  },
})
