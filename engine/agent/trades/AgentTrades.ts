import type { Logger } from 'pino'
import { err } from '../../../schema/errors.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import { istDate, MINUTE } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { Order } from '../../trading/orders/orders.ts'
import { SCAN_MINUTES } from '../../analysis/agent/agentModel.ts'
import { judgeAt } from '../../trading/signals/judgeAt.ts'
import type { MarketView } from '../../trading/signals/MarketView.ts'
import { momentOf } from '../../trading/signals/momentOf.ts'
import { withOpenLoss } from '../../trading/risk/withOpenLoss.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import type { AgentTradeRecords, ScanMinutes } from './AgentTradeRecords.ts'
import { assessAgent, type AgentCandidate } from './assessAgent.ts'

export interface AgentTradesParts {
  readonly records: AgentTradeRecords
  readonly queue: JobQueue
  /** The market as signals are decided on, and how long after its close a candle may open trades, in market milliseconds. */
  readonly market: () => MarketView
  readonly candleLife: () => number
  readonly submit: (orders: readonly Order[]) => void
  readonly log: Logger
}

/** Turns verdicts of the AI trading agent into entries of the users whose agents look at them, through the gate that signals of rules pass. */
export class AgentTrades {
  readonly #parts: AgentTradesParts
  /** Since the start. */
  readonly counts = { entries: 0, denials: 0 }

  constructor(parts: AgentTradesParts) {
    this.#parts = parts
  }

  /**
   * Takes verdicts, each once however often it comes; resolves when they are decided. Every node takes them all, for its own users. Their
   * analyses must be stored. Never rejects: what fails is logged.
   */
  async take(verdicts: readonly AgentVerdict[]): Promise<void> {
    // Each after the one before: a user's trade on one index counts when the next is decided.
    for (const verdict of verdicts) await this.#parts.queue.add("decide on the agent's verdict", () => this.#decide(verdict))
  }

  async #decide(verdict: AgentVerdict): Promise<void> {
    const { records, market, submit, log } = this.#parts
    const view = market()
    const { now, session } = view
    if (!session) return
    const scan = dueScan(verdict, session)
    if (!scan) return
    const { entries, denied } = await records.decideVerdict(verdict, scan, now, this.#judgeOf(verdict, view, session))
    if (entries.length + denied === 0) return
    this.counts.entries += entries.length
    this.counts.denials += denied
    const { analysisId, symbol, lookback, side, kind } = verdict
    log.info({ analysisId, index: symbol, lookback, side, kind, entries: entries.length, denied }, "the agent's verdict decided")
    submit(entries)
  }

  #judgeOf({ symbol, spot, side, kind, candleAt, deviation }: AgentVerdict, view: MarketView, session: Session): Judge<AgentCandidate> {
    const closedAt = candleAt + MINUTE
    const [ageMs, limitMs] = [view.now - closedAt, this.#parts.candleLife()]
    if (ageMs > limitMs) return () => err({ reason: 'CANDLE_LATE', numbers: { ageMs, limitMs } })
    // The option that the analysis priced does not expire today (engine/analysis/agent/agentPricing.ts).
    const today = istDate(view.now)
    const expiringLater = view.contracts.filter(({ expiry }) => expiry > today)
    const signal = { index: symbol, side: side === 'CE' ? ('LONG' as const) : ('SHORT' as const), price: spot, closedAt }
    const moment = { ...momentOf(signal, { ...view, contracts: expiringLater }, session), deviation, kind }
    const decide = judgeAt<AgentCandidate>((candidate, account) => assessAgent(candidate, account, moment))
    return (_side, candidate, account) => decide(candidate, withOpenLoss(account, view.openLossOf(candidate.userId, candidate.mode)))
  }
}

/** The scan that a verdict is of; null: of the grid alone, at which nobody's agent looks. */
function dueScan({ candleAt }: AgentVerdict, { open }: Session): ScanMinutes | null {
  const minute = (candleAt + MINUTE - open) / MINUTE
  return minute % SCAN_MINUTES === 0 ? { minute, since: minute - SCAN_MINUTES } : null
}
