import type { Logger } from 'pino'
import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { ExecutionPort, Tick } from '../../broker/port.ts'
import type { ActiveStrategies } from '../signals/ActiveStrategies.ts'
import { CandleIntake, type CandleIntakeParts } from './CandleIntake.ts'
import { EntryQuotes } from './EntryQuotes.ts'
import { ExpirySettlement, type ExpirySettlementParts } from '../positions/ExpirySettlement.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { Order } from '../orders/orders.ts'
import type { QuoteWatch } from './QuoteWatch.ts'
import type { MarketView } from '../signals/MarketView.ts'
import { SignalDesk, type Evaluator, type SignalRecords } from '../signals/SignalDesk.ts'
import type { TradeRecords } from './TradeRecords.ts'
import { TradeDesk, type TradeDeskParts } from './TradeDesk.ts'

/** Waits in market milliseconds. */
export interface FloorWaits {
  /** Until an unfilled paper entry is given up. */
  readonly patience: number
  /** Age at which entry intents are dropped. */
  readonly entryLife: number
  /** Until an unfilled exit is repriced. */
  readonly repriceAfter: number
  /** How long after its close a candle may open trades. */
  readonly candleLife: number
}

/** Everything trading needs from outside: the engine, the simulation and tests each bring their own. */
export interface FloorPorts {
  readonly records: { readonly trades: TradeRecords; readonly decisions: SignalRecords }
  /** Run jobs on the books, one after another, and reconcile the floor after an outage; exits have their own queue. */
  readonly lanes: Readonly<Record<'queue' | 'exits' | 'beside', JobQueue>>
  readonly strategies: ActiveStrategies
  readonly evaluator: Evaluator
  /** Stores closed candles and appends them to the evaluator's book. */
  readonly candles: Pick<CandleIntakeParts, 'save' | 'append' | 'insert'>
  /** Fills on paper, by the quotes it receives. */
  readonly paper: PaperBroker
  /** Where orders go: `paper`, or what wraps it. */
  readonly broker: ExecutionPort
  readonly quotes: QuoteWatch
  readonly exitQuotes: TradeDeskParts['exitQuotes']
  readonly symbolOf: TradeDeskParts['symbolOf']
  readonly indexHistory: ExpirySettlementParts['candles']
  readonly rules: () => MarketRules
  readonly market: () => Omit<MarketView, 'premiumOf' | 'lastPriceOf' | 'quoteAgeOf' | 'openLossOf' | 'oppositeUnits' | 'rules'>
  readonly waits: () => FloorWaits
  /** Called as an order leaves, of those that no engine before this one can have sent. */
  readonly onSent?: ((order: Order) => void) | undefined
  readonly log: Logger
}

/**
 * Everything between closed candles and quotes on one side and orders on the other: candles are stored and decided on, signals become
 * intents, intents orders, orders trades, and trades are watched until they close. Time, candles and quotes are pushed in.
 */
export class TradingFloor {
  readonly #ports: FloorPorts
  readonly #desk: TradeDesk
  readonly #signals: SignalDesk
  readonly #intake: CandleIntake
  readonly #entryQuotes: EntryQuotes
  readonly #settlement: ExpirySettlement

  constructor(ports: FloorPorts) {
    this.#ports = ports
    const { records, lanes, strategies, broker, paper, quotes, exitQuotes, rules, evaluator, market, waits, log } = ports
    this.#entryQuotes = new EntryQuotes(quotes, () => market().real)
    this.#desk = new TradeDesk(
      {
        ...{ records: records.trades, broker, rules, quotes, exitQuotes, ...lanes, onSent: ports.onSent, log },
        entryLife: () => waits().entryLife,
        repriceAfter: () => waits().repriceAfter,
        quoteAgeOf: (contract) => this.#entryQuotes.ageOf(contract),
        symbolOf: ports.symbolOf,
        mayReenter: (index) => market().pausedOn(index) === null,
      },
      market().now,
    )
    this.#signals = new SignalDesk({
      ...{ strategies, evaluator, records: records.decisions, log },
      market: () => this.view(),
      recall: (batch) => this.#desk.recall(batch),
      submit: (orders) => this.submit(orders),
    })
    this.#intake = new CandleIntake({
      ...{ queue: lanes.queue, ...ports.candles },
      decide: (index, candle, late) => this.#signals.onCandle(index, candle, late),
      market: () => ({ now: market().now, candleLife: waits().candleLife }),
    })
    this.#settlement = new ExpirySettlement({
      waiting: (expiredBy) => [...paper.expired(expiredBy), ...this.#desk.expired(expiredBy)],
      settle: async (contract, price) => {
        paper.settle(contract, price)
        await this.#desk.settle(contract, price)
      },
      ...{ candles: ports.indexHistory, rules, log },
    })
  }

  /** The current state, and counts since the start. */
  get counts(): SignalDesk['counts'] & TradeDesk['counts'] {
    return { ...this.#signals.counts, ...this.#desk.counts }
  }

  /** What stands on live accounts of this node's users that must not last. */
  get liveIncidents(): TradeDesk['liveIncidents'] {
    return this.#desk.liveIncidents
  }

  /** The market as signals are decided on now. */
  view(): MarketView {
    const { market, rules } = this.#ports
    return {
      ...market(),
      rules: rules(),
      premiumOf: (contract) => this.#entryQuotes.premiumOf(contract),
      lastPriceOf: (contract) => this.#entryQuotes.lastPriceOf(contract),
      quoteAgeOf: (contract) => this.#entryQuotes.ageOf(contract),
      openLossOf: (userId, mode) => this.#desk.openLossIn(userId, mode),
      oppositeUnits: (userId, contract, side) => this.#desk.oppositeUnits(userId, contract, side),
    }
  }

  /** Sends committed intents. */
  submit(orders: readonly Order[]): void {
    this.#desk.submit(orders)
  }

  /** What a user's open trades, or those `among` them, have lost at their last prices, including order costs so far; negative is a gain. */
  openLossOf(userId: string, among?: ReadonlySet<string>): Paise {
    return this.#desk.openLossOf(userId, among)
  }

  /** What contracts with open legs of this node's users last traded at, by instrumentId(). */
  get lastPrices(): ReadonlyMap<string, Paise> {
    return this.#desk.lastPrices
  }

  /** Resumes where the books say the last run ended. */
  resume(): Promise<void> {
    return this.#desk.resume()
  }

  /** Reconciles memory with the books and does what they request. */
  reconcile(): Promise<void> {
    return this.#desk.reconcile()
  }

  /** The set of this node's users has changed. */
  onUsersChanged(): void {
    this.#desk.onUsersChanged()
  }

  /** Stops everything by an order not in the books yet. */
  stopAll(squareOff: boolean): void {
    this.#desk.stopAll(squareOff)
  }

  /** A person pulled or lifted a kill switch, or requested exits. */
  obey(): void {
    this.#desk.obey()
  }

  /** The accounts of users at the broker were replaced by others, and get no order until this resolves. Rejects when the books are not read. */
  leaveAccounts(userIds: readonly string[]): Promise<void> {
    return this.#desk.leaveAccounts(userIds)
  }

  /** The account of a user at the broker, or of anybody, was connected or got a new session: what waited for that is tried again. */
  onBrokerChanged(userId: string | null): void {
    this.#desk.onBrokerChanged(userId)
  }

  /** A closed candle of an index, each once and in order. While it is fresh, watches what its next signal would buy. */
  onCandle(index: IndexSymbol, candle: Candle): void {
    const { strategies, rules, waits, market } = this.#ports
    const { now, session, contracts } = market()
    if (session && isFresh(candle, now, waits()))
      this.#entryQuotes.follow(index, candle.close, contracts, { now, session, rules: rules() }, strategies.positionsOn(index))
    this.#intake.add({ symbol: index, candle })
  }

  /** Candles of an index that its market had only after later ones. */
  onLateCandles(index: IndexSymbol, candles: readonly Candle[]): void {
    this.#intake.addLate(index, candles)
  }

  /** A quote of an index or of a watched contract. */
  onTick(tick: Tick): void {
    this.#ports.paper.onTick(tick)
    this.#entryQuotes.onTick(tick)
    this.#desk.onTick(tick)
  }

  /** Market time advanced. */
  onTime(): void {
    const { now, session } = this.#ports.market()
    this.#ports.paper.onTime(now, this.#ports.waits().patience)
    this.#desk.onTime(now, session, this.#ports.rules())
  }

  /** Settles exits of contracts that expired unfilled. Never rejects. */
  async settleExpired(): Promise<void> {
    await this.#settlement.onTime(this.#ports.market().now)
  }
}

function isFresh({ time }: Candle, now: Instant, { candleLife }: FloorWaits): boolean {
  return now - (time + MINUTE) <= candleLife
}
