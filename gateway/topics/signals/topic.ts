import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { SignalResolver } from './resolver.ts'
import { SignalService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
}

export const signalsTopic = defineTopic({
  services: ({ db, engine }: Needs) => ({ signals: new SignalService(db, engine) }),
  resolver: SignalResolver,
})
