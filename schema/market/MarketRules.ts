import { addDays, istDate, istInstant, MINUTE, parseTimeOfDay, weekday, type Instant, type IsoDate } from '../time.ts'
import type { TradeMode } from '../TradeMode.ts'
import { liveSquareOffAt } from './brokerSquareOffs.ts'
import {
  addCharges,
  orderLines,
  settlementLines,
  type BilledOrder,
  type BilledSide,
  type ChargedLeg,
  type ChargeLines,
  type OrderRates,
} from './charges.ts'
import type { IndexSymbol, OptionExchange } from './indices.ts'
import {
  WEEKDAYS,
  type ChargeKind,
  type ChargeRate,
  type CutoffDay,
  type ExpiryRule,
  type FreezeRule,
  type LotRule,
  type MarketTables,
  type PriceProtection,
  type Segment,
  type TradingCutoff,
} from './MarketTables.ts'
import { SHIPPED_MARKET_TABLES } from './shippedTables.ts'

/** One trading session: `open` is its first instant, `close` the first instant after it. */
export interface Session {
  readonly open: Instant
  readonly close: Instant
}

/** Hours of a day, in minutes since midnight in India. */
interface Hours {
  readonly open: number
  readonly close: number
}

/**
 * Every dated question about the market: sessions, contracts and charges. Pure: no clock, and the same answer for ever.
 * In a year that is not covered every weekday counts as a trading day: that keeps the sandbox's endless future going, but is no
 * statement about the real exchange; ask `covers` first.
 */
export class MarketRules {
  readonly #years: ReadonlySet<number>
  readonly #holidays: ReadonlySet<IsoDate>
  readonly #specialHours: ReadonlyMap<IsoDate, Hours>
  readonly #pauses: ReadonlyMap<IsoDate, Hours>
  readonly #regularHours: ReadonlyMap<Segment, readonly (Hours & { readonly from: IsoDate })[]>
  readonly #closingAuctions: readonly (Hours & { readonly from: IsoDate })[]
  readonly #cutoffs: ReadonlyMap<CutoffDay, readonly TradingCutoff[]>
  readonly #expiryRules: ReadonlyMap<IndexSymbol, readonly ExpiryRule[]>
  readonly #lotRules: ReadonlyMap<IndexSymbol, readonly LotRule[]>
  readonly #freezeRules: ReadonlyMap<IndexSymbol, readonly FreezeRule[]>
  readonly #priceProtections: ReadonlyMap<OptionExchange, readonly PriceProtection[]>
  readonly #chargeRates: Readonly<Record<OptionExchange, ReadonlyMap<ChargeKind, readonly ChargeRate[]>>>

  /** Takes tables that parseMarketTables accepts. */
  constructor(tables: MarketTables) {
    this.#years = new Set(tables.coveredYears)
    this.#holidays = new Set(tables.holidays.map(({ date }) => date))
    this.#specialHours = new Map(tables.specialSessions.map((session) => [session.date, hoursOf(session)]))
    this.#pauses = new Map(
      tables.specialSessions.flatMap(({ date, pauseFrom, pauseTo }) =>
        pauseFrom && pauseTo ? [[date, hoursOf({ open: pauseFrom, close: pauseTo })] as const] : [],
      ),
    )
    this.#regularHours = grouped(
      tables.sessionHours.map((row) => ({ segment: row.segment, from: row.from, ...hoursOf(row) })),
      ({ segment }) => segment,
    )
    this.#closingAuctions = oldestFirst(tables.closingAuctions).map((row) => ({ from: row.from, ...hoursOf(row) }))
    this.#cutoffs = grouped(tables.tradingCutoffs, ({ day }) => day)
    this.#expiryRules = grouped(tables.expiryRules, ({ index }) => index)
    this.#lotRules = grouped(tables.lotRules, ({ index }) => index)
    this.#freezeRules = grouped(tables.freezeRules, ({ index }) => index)
    this.#priceProtections = grouped(tables.priceProtections, ({ exchange }) => exchange)
    const ratesAt = (exchange: OptionExchange) =>
      grouped(
        tables.chargeRates.filter((rate) => rate.exchange === 'BOTH' || rate.exchange === exchange),
        ({ kind }) => kind,
      )
    this.#chargeRates = { NFO: ratesAt('NFO'), BFO: ratesAt('BFO') }
  }

  /** Whether all holidays, expiries, lots and charges of the date's year are known. */
  covers(date: IsoDate): boolean {
    return this.#years.has(Number(date.slice(0, 4)))
  }

  /** Whether the exchanges hold a regular session on a date, or a special one that spans its hours. A short one on a weekday that is no holiday counts too. */
  isTradingDay(date: IsoDate): boolean {
    return this.isWholeDay(date) || this.#isWorkday(date)
  }

  /** Whether a date has all the hours of a regular session. */
  isWholeDay(date: IsoDate): boolean {
    const special = this.#specialHours.get(date)
    if (!special) return this.#isWorkday(date)
    const regular = this.#regular('OPTIONS', date)
    return special.open <= regular.open && special.close >= regular.close
  }

  #isWorkday(date: IsoDate): boolean {
    const day = weekday(date)
    return day !== 0 && day !== 6 && !this.#holidays.has(date)
  }

  /** The options' hours of a date, whether or not anybody trades: of its special session when there is one, else the regular ones. */
  sessionHours(date: IsoDate): Session {
    return this.#hoursOn('OPTIONS', date)
  }

  /** Whether contracts of an expiry date are traded no more at a market time. */
  hasExpired(expiry: IsoDate, now: Instant): boolean {
    return this.sessionHours(expiry).close <= now
  }

  /** The options' session of a date in India, short special ones included; null when the exchanges are closed all day. */
  sessionOf(date: IsoDate): Session | null {
    return this.#isOpenOn(date) ? this.#hoursOn('OPTIONS', date) : null
  }

  /** The session of a date in which the index moves and its candles are made; null when the exchanges are closed all day. */
  indexSessionOf(date: IsoDate): Session | null {
    return this.#isOpenOn(date) ? this.#hoursOn('INDEX', date) : null
  }

  /** Minutes of an index's session in which its shares trade: without a closing auction at its end, whose prices nobody trades at. */
  tradedMinutesOf(session: Session): number {
    return ((this.#auctionIn(session) ?? session.close) - session.open) / MINUTE
  }

  /** The break of a date's session that is held in two parts: from the end of the first to the begin of the second; null where there is none. */
  pauseOn(date: IsoDate): Session | null {
    const pause = this.#pauses.get(date)
    return pause ? { open: istInstant(date, pause.open), close: istInstant(date, pause.close) } : null
  }

  /**
   * When new entries end in a session of the options: its last minutes, which are more for contracts that expire on its
   * day, or a closing auction. Live ones end as long before their square-off as those on paper: what is bought a moment before it is sold
   * at once. `expiry`: the contract's; null: of none in particular.
   */
  entriesEndAt(session: Session, expiry: IsoDate | null, mode: TradeMode): Instant {
    const { entryMinutes, squareOffMinutes } = this.#cutoff(istDate(session.open), expiry)
    const lastMinutes = this.squareOffAt(session, expiry, mode) - (entryMinutes - squareOffMinutes) * MINUTE
    return Math.min(lastMinutes, this.#auctionIn(session) ?? lastMinutes)
  }

  /** When a closing auction begins within a session; null: none does. */
  #auctionIn({ open, close }: Session): Instant | null {
    const date = istDate(open)
    const auction = this.#closingAuctions.findLast((row) => row.from <= date)
    const begin = auction ? istInstant(date, auction.open) : close
    return begin > open && begin < close ? begin : null
  }

  /** When open trades are squared off in a session of the options, live ones before the brokers do it; `expiry` as in `entriesEndAt`. */
  squareOffAt(session: Session, expiry: IsoDate | null, mode: TradeMode): Instant {
    const byTables = session.close - this.#cutoff(istDate(session.open), expiry).squareOffMinutes * MINUTE
    return mode === 'PAPER' ? byTables : Math.min(byTables, liveSquareOffAt(session))
  }

  /** The first trading day after a date. */
  nextTradingDay(date: IsoDate): IsoDate {
    let day = addDays(date, 1)
    while (!this.isTradingDay(day)) day = addDays(day, 1)
    return day
  }

  /** The last trading day before a date. */
  previousTradingDay(date: IsoDate): IsoDate {
    let day = addDays(date, -1)
    while (!this.isTradingDay(day)) day = addDays(day, -1)
    return day
  }

  /**
   * The next `count` expiry dates of an index's options on or after a date, soonest first, weekly and monthly together.
   * An expiry that falls on a holiday moves to the trading day before it.
   */
  expiriesFrom(index: IndexSymbol, date: IsoDate, count: number): IsoDate[] {
    const expiries: IsoDate[] = []
    for (let monday = mondayOf(date); expiries.length < count; monday = addDays(monday, 7)) {
      const expiry = this.#expiryOfWeek(index, monday)
      if (expiry !== null && expiry >= date) expiries.push(expiry)
    }
    return expiries
  }

  /**
   * Whether options of an index expire on a date, by the rules of that date or of the day on which the contract was seen: it may have
   * moved since.
   */
  hasExpiry(index: IndexSymbol, date: IsoDate, seen: IsoDate): boolean {
    const monday = mondayOf(date)
    // A holiday on a Monday moves the expiry into the week before.
    const weeks = [monday, addDays(monday, 7)]
    return weeks.some((week) => this.#expiryOfWeek(index, week) === date || this.#expiryOfWeek(index, week, seen) === date)
  }

  /** On which weekdays options of an index expire by the rule of a date, before any holiday moves them. */
  expiryDaysOf(index: IndexSymbol, date: IsoDate): Pick<ExpiryRule, 'weekly' | 'monthly'> {
    return inForce(this.#expiryRules.get(index)!, date)
  }

  /** Whether an expiry date of an index is the last one of its month; decides how a BSE contract is named. */
  isMonthlyExpiry(index: IndexSymbol, expiry: IsoDate): boolean {
    const monday = mondayOf(expiry)
    // A holiday on a Monday moves the expiry into the week before.
    return [monday, addDays(monday, 7)].some(
      (week) => this.#monthlyWeekday(index, week) !== null && this.#expiryOfWeek(index, week) === expiry,
    )
  }

  /** Units per lot of the contract of an index that expires on a date. The lot belongs to the contract: it does not change while it lives. */
  lotFor(index: IndexSymbol, expiry: IsoDate): number {
    const rules = this.#lotRules.get(index)!
    const rule = inForce(rules, expiry)
    return rule.keptOldLot.includes(expiry) ? rules[rules.indexOf(rule) - 1]!.lot : rule.lot
  }

  /** The most units one order of an index's options may have on a date. */
  freezeFor(index: IndexSymbol, date: IsoDate): number {
    return inForce(this.#freezeRules.get(index)!, date).units
  }

  /** How far from a reference price an exchange takes limits of options on a date; null: its rule is not known. */
  priceProtectionOf(exchange: OptionExchange, date: IsoDate): PriceProtection | null {
    const rows = this.#priceProtections.get(exchange)
    return rows ? inForce(rows, date) : null
  }

  /** How what fills an order at a market time is billed: nothing trades from its contract's expiry on, so then it is the settlement. */
  billedSide(side: 'BUY' | 'SELL', expiry: IsoDate, at: Instant): BilledSide {
    if (!this.hasExpired(expiry, at)) return side
    return side === 'SELL' ? 'EXERCISE' : 'ASSIGNMENT'
  }

  /** What one executed order, or a settlement at expiry, costs by the rates of its day. */
  chargesFor({ side, exchange, value, date }: ChargedLeg): ChargeLines {
    const rates = this.orderRates(exchange, date)
    if (side === 'BUY' || side === 'SELL') return orderLines({ side, value }, rates)
    return settlementLines({ side, value }, { ...rates, sttOnExercise: this.#rate(exchange, 'STT_ON_EXERCISE', date) })
  }

  /** What executed orders are charged on a day. */
  orderRates(exchange: OptionExchange, date: IsoDate): OrderRates {
    return {
      brokerage: this.#rate(exchange, 'BROKERAGE', date),
      transaction: this.#rate(exchange, 'TRANSACTION', date),
      sebiFee: this.#rate(exchange, 'SEBI_FEE', date),
      gst: this.#rate(exchange, 'GST', date),
      stampDutyOnPurchase: this.#rate(exchange, 'STAMP_DUTY_ON_PURCHASE', date),
      sttOnSale: this.#rate(exchange, 'STT_ON_SALE', date),
    }
  }

  /** What a leg's orders cost so far without premium, in paise with fractions: rounded once, it is their bill. */
  unroundedBill(exchange: OptionExchange, orders: readonly BilledOrder[]): number {
    return orders.reduce((sum, { side, value, at }) => addCharges(sum, this.chargesFor({ side, exchange, value, date: istDate(at) })), 0)
  }

  #rate(exchange: OptionExchange, kind: ChargeKind, date: IsoDate): number {
    return inForce(this.#chargeRates[exchange].get(kind)!, date).value
  }

  #cutoff(date: IsoDate, expiry: IsoDate | null): TradingCutoff {
    return inForce(this.#cutoffs.get(expiry === date ? 'EXPIRY' : 'ORDINARY')!, date)
  }

  #isOpenOn(date: IsoDate): boolean {
    return this.#specialHours.has(date) || this.isTradingDay(date)
  }

  #hoursOn(segment: Segment, date: IsoDate): Session {
    const { open, close } = this.#specialHours.get(date) ?? this.#regular(segment, date)
    return { open: istInstant(date, open), close: istInstant(date, close) }
  }

  #regular(segment: Segment, date: IsoDate): Hours {
    return inForce(this.#regularHours.get(segment)!, date)
  }

  /**
   * The one expiry of the week that starts on a Monday; in the week of the monthly expiry there is no other. `by`: the date whose rule
   * says so; without it each day's own does.
   */
  #expiryOfWeek(index: IndexSymbol, monday: IsoDate, by?: IsoDate): IsoDate | null {
    const date = this.#monthlyWeekday(index, monday, by) ?? this.#ruledDay(index, monday, 'weekly', by)
    return date === null || this.isTradingDay(date) ? date : this.previousTradingDay(date)
  }

  /** The date in the week on which the rule puts the monthly expiry, before any holiday moves it; null in the other weeks. */
  #monthlyWeekday(index: IndexSymbol, monday: IsoDate, by?: IsoDate): IsoDate | null {
    const date = this.#ruledDay(index, monday, 'monthly', by)
    return date !== null && addDays(date, 7).slice(0, 7) !== date.slice(0, 7) ? date : null
  }

  /** The first date in the week from `monday` whose weekday its own rule names, or the rule of `by`. */
  #ruledDay(index: IndexSymbol, monday: IsoDate, cycle: 'weekly' | 'monthly', by?: IsoDate): IsoDate | null {
    const rules = this.#expiryRules.get(index)!
    for (const [offset, day] of WEEKDAYS.entries()) {
      const date = addDays(monday, offset)
      if (inForce(rules, by ?? date)[cycle] === day) return date
    }
    return null
  }
}

/** The rules as shipped. */
export const SHIPPED_MARKET_RULES = new MarketRules(SHIPPED_MARKET_TABLES)

/** The row that holds on a date: the last one from then or before, else the first. Rows oldest first, at least one. */
function inForce<Row extends { readonly from: IsoDate }>(rows: readonly Row[], date: IsoDate): Row {
  return rows.findLast((row) => row.from <= date) ?? rows[0]!
}

function oldestFirst<Row extends { readonly from: IsoDate }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

function grouped<Row extends { readonly from: IsoDate }, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of oldestFirst(rows)) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

function hoursOf({ open, close }: { readonly open: string; readonly close: string }): Hours {
  return { open: parseTimeOfDay(open)!, close: parseTimeOfDay(close)! }
}

function mondayOf(date: IsoDate): IsoDate {
  return addDays(date, -((weekday(date) + 6) % 7))
}
