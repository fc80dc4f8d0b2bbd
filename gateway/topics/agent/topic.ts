import type { Database } from '../../../prisma/client.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import type { Background } from '../../kit/Background.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'
import type { TradeService } from '../trades/service.ts'
import { AgentNews } from './AgentNews.ts'
import { AgentReader } from './AgentReader.ts'
import { Analyses } from './Analyses.ts'
import { KeyRecords } from './KeyRecords.ts'
import { LiveIndices } from './LiveIndices.ts'
import { Outcomes } from './Outcomes.ts'
import { Proposals } from './Proposals.ts'
import { AgentResolver } from './resolver.ts'
import { agentRoutes } from './routes.ts'
import { AgentService } from './service.ts'
import { ServiceStatus } from './ServiceStatus.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
  readonly market: MarketService
  readonly trades: TradeService
  readonly waits: EventWaits
  readonly background: Background
  readonly config: { readonly allowLive: AllowLive }
  readonly sentFiles: SentFiles
}

export const agentTopic = defineTopic({
  services: ({ db, engine, market, trades, waits, config: { allowLive } }: Needs) => {
    const analyses = new Analyses(db, engine)
    const proposals = new Proposals({ db, engine, waits })
    const liveIndices = new LiveIndices({ db, engine, allowLive })
    const agentReader = new AgentReader({ db, engine, market, trades, analyses, liveIndices, proposals })
    const agents = new AgentService({ db, engine, waits, analyses, agentReader, allowLive })
    return {
      analyses,
      agentReader,
      agents,
      proposals,
      agentKeys: new KeyRecords(db, engine),
      agentOutcomes: new Outcomes(db, engine),
      agentServiceStatus: new ServiceStatus(db, engine),
    }
  },
  resolver: AgentResolver,
  routes: agentRoutes,
  run: ({ agents, agentReader, background }) => {
    const news = new AgentNews(agentReader, background)
    return { streams: { agentStatusChanged: ({ userId }) => news.stream(userId) }, hears: news.hears, prune: () => agents.prune() }
  },
})
