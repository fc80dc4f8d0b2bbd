import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { LiveGatekeeper } from './LiveGatekeeper.ts'
import { LiveTradingResolver } from './resolver.ts'
import { LiveTradingService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
  readonly rules: CurrentMarketRules
  readonly config: { readonly allowLive: AllowLive }
}

export const liveTradingTopic = defineTopic({
  services: ({ db, engine, rules, config }: Needs) => {
    const liveGatekeeper = new LiveGatekeeper(config.allowLive)
    return { liveGatekeeper, liveTrading: new LiveTradingService({ db, engine, rules, liveGatekeeper }) }
  },
  resolver: LiveTradingResolver,
})
