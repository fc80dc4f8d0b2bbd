import type { TradingTransactions } from './TradingTransactions.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import { MAY_OPEN_TRADES } from '../../prisma/mayOpenTrades.ts'
import type { Instant } from '../../schema/time.ts'
import type { Denial } from '../../schema/trading/denials.ts'
import { TRADE_MODES } from '../../schema/TradeMode.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import type { AgentTradeRecords, ApprovedProposal, DecidedVerdict, SpokenOffer } from '../agent/trades/AgentTradeRecords.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { Candidate } from '../trading/risk/assess.ts'
import { inTurns } from '../trading/orders/inTurns.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import type { Decided, SignalBatch, SignalRecords } from '../trading/signals/SignalDesk.ts'
import {
  takeSignals,
  type AddressedSignal,
  type Addressee,
  type DeniedSignal,
  type Judge,
  type TakenSignal,
} from '../trading/signals/takeSignals.ts'
import type { ApprovedFirstOrder, FirstOrderRecords } from '../trading/signals/FirstOrderRecords.ts'
import { addressedAgents } from './addressedAgents.ts'
import { addressedSignals } from './candidates.ts'
import { insertDenials } from './denials.ts'
import { EntryInserts } from './EntryInserts.ts'
import { askAnew, dropFirstOrders, endFirstOrder, findApprovedFirstOrders, lockApprovedFirstOrder } from './firstOrders.ts'
import { cancelEntriesAgainst, legsAgainst } from './exits.ts'
import { insertExits } from './insertExits.ts'
import { endProposal, findApproved, insertProposals, lockApproved } from './proposals.ts'
import { storeSignals } from './signals.ts'
import { haltAgents, insertAgentTrades, storeVerdict } from './verdicts.ts'

/** What became of a signal, for everyone it asked. */
interface Answers<Asked extends Addressee> {
  readonly entries: readonly EntryOrder[]
  /** Those who take it once their owners agree. */
  readonly asking: readonly TakenSignal<Asked>[]
  readonly denied: readonly DeniedSignal<Asked>[]
  /** The ids of why. */
  readonly denials: readonly { readonly id: string; readonly userId: string }[]
}

/** Signals, verdicts and answers of people, each decided in one transaction for the users this node owns. */
export class DecisionStore implements SignalRecords, AgentTradeRecords, FirstOrderRecords {
  readonly #trading: TradingTransactions

  constructor(trading: TradingTransactions) {
    this.#trading = trading
  }

  async refuse(batch: SignalBatch, now: Instant, denialOf: (candidate: Candidate) => Denial): Promise<number> {
    return this.#trading.write(async (tx, partitions) => {
      const signals = await storeSignals(tx, this.#trading.market, batch)
      const spoken = { market: this.#trading.market, index: batch.index, signals, partitions, now }
      const addressed = await addressedSignals(tx, spoken, this.#trading.allowLive)
      const denials = await insertDenials(
        tx,
        addressed.map((each) => ({ ...each, denial: denialOf(each.candidate) })),
      )
      await publish(tx, ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
      return denials.length
    })
  }

  async decide(batch: SignalBatch, now: Instant, judge: Judge): Promise<Decided> {
    const decided = await this.#trading.write(async (tx, partitions) => {
      const signals = await storeSignals(tx, this.#trading.market, batch)
      const spoken = { market: this.#trading.market, index: batch.index, signals, partitions, now }
      await cancelEntriesAgainst(tx, spoken)
      const addressed = await addressedSignals(tx, spoken, this.#trading.allowLive)
      const { entries, asking, denied } = await this.#answer(tx, addressed, now, judge, ({ asks }) => asks)
      await askAnew(tx, addressed, asking)
      // Last, to lock the rows of trades as briefly as possible. What others write to these rows is being closed.
      const held = Prisma.sql`SELECT unnest(${[...partitions]}::int[]) AS partition`
      const { exits } = await insertExits(tx, await legsAgainst(tx, spoken), held, this.#trading.freezeAt(now), 'sliced')
      failpoint('before-intent-commit')
      return { signals, entries, exits, denied: denied.length }
    })
    failpoint('after-intent-commit')
    const { signals, ...answer } = decided
    this.#trading.known.keep(answer.entries, batch.index, new Map(signals.map(({ id, side }) => [id, side])))
    return answer
  }

  async decideVerdict(verdict: AgentVerdict, offer: SpokenOffer, now: Instant, judge: Judge<AgentCandidate>): Promise<DecidedVerdict> {
    const { signal, entries, denied, proposed } = await this.#trading.write(async (tx, partitions) => {
      const signal = await storeVerdict(tx, verdict)
      const addressed = await addressedAgents(tx, { verdict, signal, partitions, now, asked: offer }, this.#trading.allowLive)
      const { entries, asking, denied } = await this.#answer(tx, addressed, now, judge, ({ asks }) => asks)
      await insertAgentTrades(tx, verdict, entries)
      const proposed = await insertProposals(tx, verdict, offer, asking)
      const halted = await haltAgents(tx, denied)
      await publish(
        tx,
        ...proposed.map(({ id, userId }) => ({ type: 'proposal.made' as const, proposalId: id, userId })),
        ...halted.map((userId) => ({ type: 'agent.changed' as const, userId })),
      )
      return { signal, entries, denied, proposed }
    })
    this.#trading.known.keep(entries, verdict.symbol, new Map([[signal.id, signal.side]]))
    return { entries, denied: denied.length, proposed: proposed.length }
  }

  async approvedProposals(): Promise<ApprovedProposal[]> {
    return findApproved(this.#trading.db, this.#trading.market, this.#trading.partitions())
  }

  async decideProposal(
    proposal: ApprovedProposal,
    now: Instant,
    judge: Judge<AgentCandidate>,
  ): Promise<Omit<DecidedVerdict, 'proposed'> | null> {
    const { verdict } = proposal
    const decided = await this.#trading.write(async (tx, partitions) => {
      if (!(await lockApproved(tx, proposal.id, partitions))) return null
      const signal = await storeVerdict(tx, verdict)
      const addressed = await addressedAgents(tx, { verdict, signal, partitions, now, asked: proposal }, this.#trading.allowLive)
      const { entries, denied, denials } = await this.#answer(tx, addressed, now, judge)
      await insertAgentTrades(tx, verdict, entries)
      const halted = await haltAgents(tx, denied)
      await endProposal(tx, proposal.id, entries[0]?.tradeId ?? null, denials[0]?.id ?? null)
      const { id: proposalId, userId } = proposal
      await publish(
        tx,
        { type: 'proposal.ended', proposalId, userId },
        ...halted.map((userId) => ({ type: 'agent.changed' as const, userId })),
      )
      failpoint('before-intent-commit')
      return { signal, entries, denied: denied.length }
    })
    if (!decided) return null
    failpoint('after-intent-commit')
    const { signal, entries, denied } = decided
    this.#trading.known.keep(entries, verdict.symbol, new Map([[signal.id, signal.side]]))
    return { entries, denied }
  }

  async approvedFirstOrders(): Promise<ApprovedFirstOrder[]> {
    return findApprovedFirstOrders(this.#trading.db, this.#trading.market, this.#trading.partitions())
  }

  async decideFirstOrder(
    order: ApprovedFirstOrder,
    now: Instant,
    judge: Judge,
  ): Promise<{ readonly entries: readonly EntryOrder[]; readonly denied: number } | null> {
    const { signalId, strategyId, version, side, index } = order
    const decided = await this.#trading.write(async (tx, partitions) => {
      if (!(await lockApprovedFirstOrder(tx, order.id, partitions))) return null
      const spoken = { market: this.#trading.market, index, signals: [{ id: signalId, strategyId, version, side }], partitions, now }
      const addressed = await addressedSignals(tx, spoken, this.#trading.allowLive, order.subscriptionId)
      const { entries, denied, denials } = await this.#answer(tx, addressed, now, judge)
      await endFirstOrder(tx, order, entries[0]?.tradeId ?? null, denials[0]?.id ?? null)
      failpoint('before-intent-commit')
      return { entries, denied: denied.length }
    })
    if (!decided) return null
    failpoint('after-intent-commit')
    this.#trading.known.keep(decided.entries, index, new Map([[signalId, side]]))
    return decided
  }

  async dropUnanswered(): Promise<void> {
    const mayOpen = Prisma.sql`EXISTS (SELECT FROM "User" "user" WHERE "user".id = "FirstOrder"."userId" AND ${MAY_OPEN_TRADES})`
    await this.#trading.write((tx, partitions) =>
      dropFirstOrders(
        tx,
        Prisma.sql`("expiresAt" <= now() OR NOT ${mayOpen}) AND user_partition("userId") = ANY(${[...partitions]}::int[])`,
      ),
    )
  }

  /** Calls `judge` for each candidate and stores its answer. `asks`: whether the owner is asked before an order is sent. */
  async #answer<Asked extends Addressee>(
    tx: Statements,
    addressed: readonly AddressedSignal<Asked>[],
    now: Instant,
    judge: Judge<Asked>,
    asks: (candidate: Asked) => boolean = () => false,
  ): Promise<Answers<Asked>> {
    const owned = addressed.map(({ candidate }) => candidate)
    const accounts = await this.#trading.accountsOf(tx, owned, now)
    const [asking, denied]: [TakenSignal<Asked>[], DeniedSignal<Asked>[]] = [[], []]
    const inserts = new EntryInserts(tx, now, this.#trading.freezeAt(now))
    await inTurns(addressed, async (some) => {
      const { taken, after, ...answered } = takeSignals(some, accounts, judge)
      for (const mode of TRADE_MODES) for (const [userId, account] of after[mode]) accounts[mode].set(userId, account)
      denied.push(...answered.denied)
      asking.push(...taken.filter(({ candidate }) => asks(candidate)))
      await inserts.add(taken.filter(({ candidate }) => !asks(candidate)))
    })
    const entries = await inserts.done()
    const denials = await insertDenials(tx, denied)
    await publish(tx, ...denials.map(({ id, userId }) => ({ type: 'signal.denied' as const, denialId: id, userId })))
    return { entries, asking, denied, denials }
  }
}
