import type { Logger } from 'pino'
import { err } from '../../../schema/errors.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { SCAN_MINUTES, type AgentVerdict } from '../../../schema/trading/agent.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { Order } from '../../trading/orders/orders.ts'
import type { OptionContract } from '../../broker/port.ts'
import { isPassing } from '../../trading/risk/pausedBy.ts'
import { judgeAt } from '../../trading/signals/judgeAt.ts'
import { judgeBeside } from '../../trading/signals/judgeBeside.ts'
import type { MarketView } from '../../trading/signals/MarketView.ts'
import { momentOf } from '../../trading/signals/momentOf.ts'
import { refusedAsLate } from '../../trading/signals/refusedAsLate.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import type { AgentTradeRecords, ApprovedProposal, ScanMinutes } from './AgentTradeRecords.ts'
import { assessAgent, type AgentCandidate, type AgentMoment } from './assessAgent.ts'
import { assessProposal } from './assessProposal.ts'

/** Real time between checks of approved trades that wait for prices. */
const LOOK_AGAIN_MS = SECOND

export interface AgentTradesParts {
  readonly records: AgentTradeRecords
  readonly queue: JobQueue
  /** The market as signals are decided on, and how long after its close a candle may open trades, in market milliseconds. */
  readonly market: () => MarketView
  readonly candleLife: () => number
  /** Real milliseconds that users who are asked have to say yes. */
  readonly proposalLife: () => number
  readonly submit: (orders: readonly Order[]) => void
  readonly log: Logger
}

/**
 * Turns verdicts of the AI trading agent into entries of the users whose agents look at them, through the gate that signals of rules pass.
 * Users who want to be asked get a proposal instead, and once they have approved it their entry passes the same gate.
 */
export class AgentTrades {
  readonly #parts: AgentTradesParts
  /** Since the start. */
  readonly counts = { entries: 0, denials: 0, proposals: 0 }
  /** Real time at which approved trades are checked again; null: nothing waits for prices. */
  #lookAt: Instant | null = null
  /** Approved trades, once they are read; null: nobody has asked. */
  #reading: Promise<readonly ApprovedProposal[]> | null = null

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

  /**
   * Decides on everything that users of this node have approved, each once: after a start, when somebody has approved something, and when
   * users were taken over. What has no prices yet waits for them while its time lasts. Resolves when it is done. Never rejects, as take().
   */
  async obey(): Promise<void> {
    this.#lookAt = null
    // A request made before the read starts is served by it.
    this.#reading ??= this.#read()
    for (const proposal of await this.#reading)
      await this.#parts.queue.add('decide on what was approved', () => this.#decideApproved(proposal))
  }

  /** Time moved on. */
  onTime(): void {
    if (this.#lookAt !== null && this.#parts.market().real >= this.#lookAt) void this.obey()
  }

  async #read(): Promise<readonly ApprovedProposal[]> {
    let approved: readonly ApprovedProposal[] = []
    await this.#parts.queue.add('read what was approved', async () => {
      this.#reading = null
      approved = await this.#parts.records.approvedProposals()
    })
    return approved
  }

  async #decide(verdict: AgentVerdict): Promise<void> {
    const { records, market, submit, proposalLife, log } = this.#parts
    const view = market()
    const { now, session } = view
    if (!session) return
    const scan = dueScan(verdict, session)
    if (!scan) return
    const moment = this.#momentOf(verdict, view, session, view.contracts)
    const offer = { ...scan, premium: moment.premium, until: view.real + proposalLife() }
    const { entries, denied, proposed } = await records.decideVerdict(verdict, offer, now, this.#judgeOf(verdict, view, moment))
    if (entries.length + denied + proposed === 0) return
    this.#count(entries.length, denied)
    this.counts.proposals += proposed
    const { analysisId, symbol, lookback, side, kind } = verdict
    log.info({ analysisId, index: symbol, lookback, side, kind, entries: entries.length, denied, proposed }, "the agent's verdict decided")
    submit(entries)
  }

  async #decideApproved(proposal: ApprovedProposal): Promise<void> {
    const { records, market, submit, log } = this.#parts
    const view = market()
    const { now, session } = view
    const { verdict, contract, userId } = proposal
    const moment = session && this.#momentOf(verdict, view, session, [contract])
    const late = refusedAsLate(proposal, view.real)
    const judge = late ? () => err(late) : hasPrices(moment) ? this.#judgeOfApproved(proposal, view, moment) : null
    if (!judge) {
      this.#lookAt = view.real + LOOK_AGAIN_MS
      return
    }
    const decided = await records.decideProposal(proposal, now, judge)
    if (!decided) return
    this.#count(decided.entries.length, decided.denied)
    log.info({ proposalId: proposal.id, userId, entries: decided.entries.length, denied: decided.denied }, 'an approved proposal decided')
    submit(decided.entries)
  }

  #judgeOfApproved(proposal: ApprovedProposal, view: MarketView, moment: AgentMoment): Judge<AgentCandidate> {
    return (_side, candidate, account) =>
      judgeBeside(view)(candidate, account, (judged) => assessProposal(proposal, candidate, judged, moment))
  }

  #count(entries: number, denied: number): void {
    this.counts.entries += entries
    this.counts.denials += denied
  }

  /** The market at the moment of a verdict, with the option that it buys among `contracts`. */
  #momentOf(verdict: AgentVerdict, view: MarketView, session: Session, contracts: readonly OptionContract[]): AgentMoment {
    const { symbol, side, spot, candleAt, deviation, kind } = verdict
    // The option that the analysis priced does not expire today (engine/analysis/agent/agentPricing.ts).
    const today = istDate(view.now)
    const expiringLater = contracts.filter(({ expiry }) => expiry > today)
    const signal = { index: symbol, side: side === 'CE' ? ('LONG' as const) : ('SHORT' as const), price: spot, closedAt: candleAt + MINUTE }
    return { ...momentOf(signal, { ...view, contracts: expiringLater }, session), deviation, kind }
  }

  #judgeOf({ candleAt }: AgentVerdict, view: MarketView, moment: AgentMoment): Judge<AgentCandidate> {
    const [ageMs, limitMs] = [view.now - (candleAt + MINUTE), this.#parts.candleLife()]
    if (ageMs > limitMs) return () => err({ reason: 'CANDLE_LATE', numbers: { ageMs, limitMs } })
    const decide = judgeAt<AgentCandidate>((candidate, account) => assessAgent(candidate, account, moment))
    const beside = judgeBeside(view)
    return (_side, candidate, account) => beside(candidate, account, (judged) => decide(candidate, judged))
  }
}

/** The scan that a verdict is of; null: of the grid alone, which no agent looks at. */
function dueScan({ candleAt }: AgentVerdict, { open }: Session): ScanMinutes | null {
  const minute = (candleAt + MINUTE - open) / MINUTE
  return minute % SCAN_MINUTES === 0 ? { minute, since: minute - SCAN_MINUTES } : null
}

/** Whether the option of a moment can be bought: after a start the prices come by and by. */
function hasPrices(moment: AgentMoment | null): moment is AgentMoment {
  return moment !== null && moment.premium !== null && !isPassing(moment.paused)
}
