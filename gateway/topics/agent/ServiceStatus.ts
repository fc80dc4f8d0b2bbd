import type { Database } from '../../../prisma/client.ts'
import { OPENS_TRADES } from '../../../prisma/mayOpenTrades.ts'
import type { AgentServiceStatus } from '../../../schema/graphql/agentService.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { toAgentSettings } from './storedAgent.ts'

/** What admins see of the research agent service. */
export class ServiceStatus {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** With the users who have switched it on, by name. Throws FORBIDDEN for others than admins. */
  async read(caller: Principal): Promise<AgentServiceStatus> {
    requireAdmin(caller)
    const state = await this.#engine.read()
    const enabled = { enabled: true, user: OPENS_TRADES }
    const [scanned, activeAgents, agents] = await Promise.all([
      state && this.#db.agentService.findUnique({ where: { market: state.market } }),
      this.#db.agentSettings.count({ where: enabled }),
      this.#db.agentSettings.findMany({
        where: enabled,
        include: { user: { select: { id: true, name: true } } },
        orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
        take: LIMITS.agent.users.max,
      }),
    ])
    return {
      isRunning: state?.running === true && scanned !== null,
      activeAgents,
      lastScan: scanned?.scannedAt ?? null,
      analyses: scanned?.analyses ?? 0,
      tookMs: scanned?.tookMs ?? 0,
      aiTradingUsers: agents.map(({ user, ...agent }) => ({ ...user, settings: toAgentSettings(agent) })),
    }
  }
}
