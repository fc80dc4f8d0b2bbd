import { requestAnalysis } from '../../../prisma/agent/requestAnalysis.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { AgentSettings as AgentRow } from '../../../prisma/generated/client.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import { RetryLater, UserFacingError } from '../../../schema/errors.ts'
import type { AgentStatus, AgentTradeConnection } from '../../../schema/graphql/agent.ts'
import type { AgentAnalysis } from '../../../schema/graphql/agentAnalysis.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { isIndexSymbol } from '../../../schema/market/indices.ts'
import { fromRupees } from '../../../schema/money.ts'
import { DAY, MINUTE, SECOND } from '../../../schema/time.ts'
import { settingMistakes } from '../../../schema/trading/agent.ts'
import { connection } from '../../kit/connection.ts'
import type { Device } from '../../kit/Device.ts'
import { engineAway } from '../../kit/engineAway.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { AuditAction } from '../audit/actions.ts'
import { AGENT_VERDICTS, type AgentChoices } from '../../security/lossVerdicts.ts'
import { requireRecentPassword, requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { Analyses } from './Analyses.ts'
import type { AgentReader } from './AgentReader.ts'
import { confirmLive } from './confirmLive.ts'
import { confirmInput, mandateInput, settingsInput, toggleInput, tradePageInput, type MandateChange, type SettingsChange } from './input.ts'
import { toAgentMandate, toAgentSettings } from './storedAgent.ts'

/** How long the engine may take for a requested analysis. */
const ANSWER_MS = 1_800
/** Between two that a user asks for. */
const TRIGGER_MS = MINUTE
/** Why the owner's own press has halted it, as its row and its page say. */
const BY_OWNER = 'You halted it.'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly waits: EventWaits
  readonly analyses: Analyses
  readonly agentReader: AgentReader
  /** Who may trade live in this installation. */
  readonly allowLive: AllowLive
}

/** The columns of a change. */
type Change = Partial<Omit<AgentRow, 'userId' | 'version' | 'updatedAt'>>

/** What users do with their AI trading agents. */
export class AgentService {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Switches it on or off, and changes the settings that come with that. Doing it twice does it once. Throws BAD_USER_INPUT, and REAUTHENTICATION_REQUIRED when it may lose more, as all that follow. */
  async toggle(caller: Principal, input: unknown, device: Device): Promise<AgentStatus> {
    const { enabled, settings } = parseInput(toggleInput, input)
    await this.#change(caller, device, enabled ? 'AGENT_ENABLED' : 'AGENT_DISABLED', (agent) => {
      const now = new Date()
      const begun = enabled && !agent.enabled ? { enabledAt: now, countedFrom: agent.countedFrom ?? now } : {}
      return { enabled, ...begun, ...changedSettings(agent, settings ?? {}, 'settings.') }
    })
    return this.#parts.agentReader.status(caller.userId)
  }

  /** Throws BAD_USER_INPUT with every setting that is out of its bounds; then none is changed. */
  async updateSettings(caller: Principal, input: unknown, device: Device): Promise<AgentStatus> {
    const settings = parseInput(settingsInput, input)
    await this.#change(caller, device, 'AGENT_CHANGED', (agent) => changedSettings(agent, settings))
    return this.#parts.agentReader.status(caller.userId)
  }

  /** Changes what it may do beside its settings, halts it or releases it. Throws BAD_USER_INPUT. */
  async updateMandate(caller: Principal, input: unknown, device: Device): Promise<AgentStatus> {
    const mandate = parseInput(mandateInput, input)
    await this.#change(caller, device, 'AGENT_CHANGED', (agent) => changedMandate(agent, mandate))
    return this.#parts.agentReader.status(caller.userId)
  }

  /**
   * Confirms, as the last step, that the agent trades an index live. Throws BAD_USER_INPUT, FORBIDDEN with every other gate that is unmet, and
   * REAUTHENTICATION_REQUIRED.
   */
  async confirmLive(caller: Principal, input: unknown, device: Device): Promise<AgentStatus> {
    const { db, engine, agentReader, allowLive: allowed } = this.#parts
    const { index: symbol, typed } = parseInput(confirmInput, input)
    const market = (await engine.read())?.market ?? ''
    const { userId, sessionId } = caller
    await db.$transaction(async (tx) => {
      const details = await confirmLive(tx, await lockAgent(tx, userId), { symbol, typed, market, allowed })
      requireRecentPassword(caller)
      await publish(tx, { type: 'agent.changed', userId })
      await recordAudit(tx, { accountId: userId, action: 'AGENT_LIVE_CONFIRMED', device, sessionId, details: { ...details } })
    })
    return agentReader.status(userId)
  }

  /**
   * Has the engine analyse every index of the mandate now, and resolves with the records within two seconds. Throws CONFLICT when the agent
   * is off or nothing can be analysed now, RATE_LIMITED within a minute of the last time, UNAVAILABLE when the engine does not answer: the
   * analyses may still come.
   */
  async trigger(userId: string): Promise<AgentAnalysis[]> {
    const { db, engine, waits, analyses } = this.#parts
    if ((await engine.read())?.running !== true) throw engineAway()
    const ids = await db.$transaction((tx) => this.#request(tx, userId))
    const open = new Set(ids)
    await waits.until({
      hears: (event) => event.type === 'agent.answered' && open.delete(event.requestId) && open.size === 0,
      look: async () => (await db.agentRequest.count({ where: { id: { in: ids }, endedAt: null } })) === 0,
      timeoutMs: ANSWER_MS,
    })
    const ended = await db.agentRequest.findMany({ where: { id: { in: ids }, endedAt: { not: null } } })
    const found = ended.flatMap(({ analysisId }) => (analysisId === null ? [] : [analysisId]))
    if (found.length > 0) return analyses.byIds(found)
    const problem = ended.find((request) => request.problem !== null)?.problem
    if (problem != null) throw new UserFacingError('CONFLICT', problem)
    throw new RetryLater('UNAVAILABLE', 'The analysis is still running. It appears in the decision log when it is done.', 2)
  }

  /** Its trades, the latest entry first. Throws BAD_USER_INPUT, also for a cursor that is not one of them. */
  async trades(userId: string, input: unknown): Promise<AgentTradeConnection> {
    const { first, after, analysisId = null } = parseInput(tradePageInput, input ?? {})
    const limit = first ?? LIMITS.history.default
    const { agentReader } = this.#parts
    const links = await agentReader.links(userId, { limit: limit + 1, after: after ?? null, analysisId })
    if (links === null) throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of a trade of your agent', { after: 'unknown' })
    return connection(await agentReader.trades(links), { first: limit, after })
  }

  /** Removes requests older than a day that led to no analysis, or to one that is gone. Ends proposals that nobody answered in time. */
  async prune(): Promise<void> {
    await this.#parts.db.agentProposal.updateMany({
      where: { answer: 'PENDING', expiresAt: { lt: new Date() } },
      data: { answer: 'EXPIRED' },
    })
    await this.#parts.db.agentRequest.deleteMany({ where: { analysisId: null, createdAt: { lt: new Date(Date.now() - DAY) } } })
  }

  async #request(tx: Transaction, userId: string): Promise<string[]> {
    const agent = await lockAgent(tx, userId)
    if (!agent.enabled) throw new UserFacingError('CONFLICT', 'AI trading is off. Enable it to trigger an analysis.')
    const last = await tx.agentRequest.findFirst({ where: { userId }, orderBy: { createdAt: 'desc' }, select: { createdAt: true } })
    const wait = last ? last.createdAt.getTime() + TRIGGER_MS - Date.now() : 0
    if (wait > 0) {
      const seconds = Math.ceil(wait / SECOND)
      throw new RetryLater('RATE_LIMITED', `An analysis can be triggered once a minute. Try again in ${seconds} seconds.`, seconds)
    }
    const ids: string[] = []
    for (const symbol of agent.symbols) if (isIndexSymbol(symbol)) ids.push(await requestAnalysis(tx, userId, symbol, agent.lookbackPeriod))
    return ids
  }

  /** Writes what `change` makes of the agent, with its event and its audit entry; of two at once the second sees what the first has written. */
  async #change(caller: Principal, device: Device, action: AuditAction, change: (agent: AgentRow) => Change): Promise<void> {
    const { userId, sessionId } = caller
    await this.#parts.db.$transaction(async (tx) => {
      const before = await lockAgent(tx, userId)
      const data = change(before)
      const after = await tx.agentSettings.update({ where: { userId }, data: { ...data, version: { increment: 1 } } })
      requireRecentPasswordToLoosen(caller, AGENT_VERDICTS, choicesOf(before), choicesOf(after))
      // Back on paper, a user confirms again before the next live trade.
      if (data.paperTrade === true && !before.paperTrade) await tx.agentConfirmation.deleteMany({ where: { userId } })
      await publish(tx, { type: 'agent.changed', userId })
      await recordAudit(tx, { accountId: userId, action, device, sessionId })
    })
  }
}

/** The user's row, made when there is none, and nobody else's until the transaction ends. Raw SQL: it locks the row. */
async function lockAgent(tx: Transaction, userId: string): Promise<AgentRow> {
  await tx.agentSettings.createMany({ data: { userId }, skipDuplicates: true })
  await tx.$executeRaw`SELECT FROM "AgentSettings" WHERE "userId" = ${userId}::uuid FOR UPDATE`
  return tx.agentSettings.findUniqueOrThrow({ where: { userId } })
}

/** What the agent may do, for the verdicts. */
function choicesOf(agent: AgentRow): AgentChoices {
  const { symbols, step, exploration, softDrawdown, hardDrawdown, haltedAt } = toAgentMandate(agent)
  const mandate = { symbols, step, exploration, softDrawdown, hardDrawdown, halted: haltedAt !== null }
  return { enabled: agent.enabled, ...toAgentSettings(agent), ...mandate }
}

/** `path` stands before the names of wrong fields. */
function changedSettings(agent: AgentRow, change: SettingsChange, path = ''): Change {
  const now = toAgentSettings(agent)
  const settings = {
    capital: change.capital ?? now.capital,
    quantityLots: change.quantityLots ?? now.quantityLots,
    riskPerTrade: change.riskPerTrade ?? now.riskPerTrade,
    analysisIntervalMinutes: change.analysisIntervalMinutes ?? now.analysisIntervalMinutes,
    maxTradesPerDay: change.maxTradesPerDay ?? now.maxTradesPerDay,
    lookbackPeriod: change.lookbackPeriod ?? now.lookbackPeriod,
  }
  const mistakes = settingMistakes(settings)
  const [first] = mistakes
  if (first) {
    const fields = mistakes.map(({ setting, text }) => [path + setting, text] as const)
    throw new UserFacingError('BAD_USER_INPUT', first.text, Object.fromEntries(fields))
  }
  const { capital, ...others } = settings
  return { ...others, capitalPaise: BigInt(fromRupees(capital)), paperTrade: change.paperTrade ?? now.paperTrade }
}

function changedMandate(agent: AgentRow, change: MandateChange): Change {
  const { symbols, step, exploration, softDrawdown, hardDrawdown, halted } = change
  return {
    symbols: symbols ?? agent.symbols,
    step: step ?? agent.step,
    exploration: exploration ?? agent.exploration,
    ...(softDrawdown === undefined ? {} : { softDrawdownPaise: inPaise(softDrawdown) }),
    ...(hardDrawdown === undefined ? {} : { hardDrawdownPaise: inPaise(hardDrawdown) }),
    ...changedHalt(agent, halted ?? null),
  }
}

/** A release begins a new count of losses; what is so already stays as it is. */
function changedHalt({ haltedAt }: AgentRow, halted: boolean | null): Change {
  if (halted === true && haltedAt === null) return { haltedAt: new Date(), haltReason: BY_OWNER }
  if (halted === false && haltedAt !== null) return { haltedAt: null, haltReason: null, countedFrom: new Date() }
  return {}
}

const inPaise = (amount: number | null) => (amount === null ? null : BigInt(fromRupees(amount)))
