import type { Logger } from 'pino'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import { AgentThreads } from '../../agent/AgentThreads.ts'
import { ResearchService } from '../../agent/ResearchService.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { Leases } from '../../cluster/Leases.ts'
import type { LongHistory } from '../../history/LongHistory.ts'
import type { CandleBook } from '../../market/CandleBook.ts'
import type { EngineConfig } from '../../runtime/config.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import { agentJobs } from '../../store/agentJobs.ts'
import { AgentRecords } from '../../store/AgentRecords.ts'
import type { SharedConnections } from '../../store/sharedConnections.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

/** What it looks back on: of a real market five and a half years, of the sandbox as much as is fetched in a minute. */
const RESEARCH_SESSIONS = { real: 1_375, sandbox: 320 } as const

interface Needs {
  readonly config: EngineConfig
  readonly beside: SharedConnections
  readonly shutdown: Shutdown
  readonly broker: SmartApiBroker
  readonly leases: Leases
  readonly leads: () => boolean
  readonly book: CandleBook
  readonly history: LongHistory
  readonly floor: TradingFloor
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly now: () => Instant
  readonly log: Logger
}

/** The research service. */
export const researchPart = definePart({
  open: ({ config, beside, shutdown, broker, leases, leads, book, history, floor, time, rules, now, log }: Needs) => {
    const records = new AgentRecords({ database: beside, market: broker.marketId, leases })
    shutdown.add('research records', () => records.close())
    const research = new ResearchService({
      ...{ market: broker.marketId, store: records, threads: new AgentThreads(log), book, rules, now, log },
      marketNow: () => time.now(),
      quotes: () => floor.view(),
      isMine: leads,
      isHistoryThere: () => history.isThere,
      openRequests: (answer) => agentJobs(config.databaseUrl, answer, log),
    })
    history.lookBack(() => (research.isWanted ? RESEARCH_SESSIONS[time.clock.kind] : 0))
    return { research }
  },
  hears: ({ research }) => ({ 'agent.scanned': () => void research.onScanned() }),
  run: ({ research }) => ({
    beats: [{ everyMs: CLOCK_BEAT_MS, do: () => research.onTime() }],
    metrics: (metrics) => {
      metrics.counter('agent_scans_total', 'Scans of the research service.', () => research.counts.scans)
      metrics.counter('agent_analyses_total', 'Analyses that these scans stored.', () => research.counts.analyses)
    },
    stop: () => research.stop(),
  }),
})
