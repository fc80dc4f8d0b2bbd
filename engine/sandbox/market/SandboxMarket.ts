import { RULE_LIMITS } from '../../../schema/limits.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { OPTION_TICK, paise, roundToTick, type Paise } from '../../../schema/money.ts'
import { istDate, MINUTE, type Instant, type IsoDate } from '../../../schema/time.ts'
import { depthAround, type Depth } from '../options/bidAsk.ts'
import { optionContract, type OptionContract } from '../options/optionContract.ts'
import { OptionPricing } from '../options/OptionPricing.ts'
import { RecordedOptions } from '../options/RecordedOptions.ts'
import { candleTicks, type IndexTick } from '../sources/candleTicks.ts'
import type { Instrument, OptionInstrument } from './Instrument.ts'
import { addCandle, InstrumentDay, type DayTotals } from './InstrumentDay.ts'
import type { MarketSource } from '../sources/MarketSource.ts'
import { RecentMap } from './RecentMap.ts'

/** Expiries listed at a time, soonest first. */
const LISTED_EXPIRIES = 2
/** Strikes listed on either side of the day's open: more than legs are chosen from, as at a real exchange. */
const LISTED_STEPS = RULE_LIMITS.strikes.max + 5

/** The state of an instrument at a moment. Prices in paise. */
export interface MarketQuote {
  readonly at: Instant
  readonly last: Paise
  readonly day: DayTotals
  /** Null before the market's second session. */
  readonly previousClose: Paise | null
  /** What only options have; an index is not traded. */
  readonly book: { readonly depth: Depth; readonly openInterest: number; readonly lowerCircuit: Paise; readonly upperCircuit: Paise } | null
}

/** Every price of the sandbox as a function of market time: nothing is remembered except to save work. */
export class SandboxMarket {
  readonly source: MarketSource
  readonly #pricing: OptionPricing
  readonly #recorded: RecordedOptions
  readonly #candles = new RecentMap<readonly Candle[]>(256)
  readonly #ticks = new RecentMap<readonly IndexTick[]>(256)
  readonly #days = new RecentMap<InstrumentDay>(4_096)

  /** `recorded`: options that are not priced by the model. */
  constructor(source: MarketSource, recorded = new RecordedOptions(new Map())) {
    this.source = source
    this.#recorded = recorded
    this.#pricing = new OptionPricing(source)
  }

  /** The contracts listed on a date: the next two expiries, 45 strikes either side of each index's open. */
  listed(date: IsoDate): OptionContract[] {
    const contracts: OptionContract[] = []
    for (const index of INDEX_SYMBOLS) {
      const open = this.#indexCandles(index, date)[0]?.open
      if (open === undefined) continue
      const step = INDICES[index].strikeStep
      const middle = roundToTick(open, step, 'nearest')
      for (const expiry of SHIPPED_MARKET_RULES.expiriesFrom(index, date, LISTED_EXPIRIES))
        for (let steps = -LISTED_STEPS; steps <= LISTED_STEPS; steps++) {
          const strike = paise(middle + steps * step)
          for (const type of ['CE', 'PE'] as const) contracts.push(optionContract(index, expiry, strike, type))
        }
    }
    return contracts
  }

  /** Whether an instrument has a price on a date. An option keeps it to its expiry, even when the listed strikes have moved away. */
  isAlive(instrument: Instrument, date: IsoDate): boolean {
    return (
      instrument.kind === 'index' || SHIPPED_MARKET_RULES.expiriesFrom(instrument.index, date, LISTED_EXPIRIES).includes(instrument.expiry)
    )
  }

  /** The last tick of an index at or before a moment, of an earlier session if need be; null before the market's first. */
  lastTick(index: IndexSymbol, at: Instant): IndexTick | null {
    for (let date: IsoDate | null = istDate(at); date !== null; date = this.source.sessionBefore(date)) {
      const minute = this.#indexCandles(index, date).findLast((candle) => candle.time <= at)
      if (minute) return this.#ticksOf(index, minute).findLast((tick) => tick.at <= at)!
    }
    return null
  }

  /** What a feed sends for the time after `after` up to and including `until`: every fixed tick, and the last one. Oldest first. */
  ticksBetween(index: IndexSymbol, after: Instant, until: Instant): readonly IndexTick[] {
    const ticks: IndexTick[] = []
    for (const date of this.#sessionsBetween(after, until))
      for (const minute of this.#indexCandles(index, date)) {
        if (minute.time + MINUTE <= after || minute.time > until) continue
        for (const tick of this.#ticksOf(index, minute)) if (tick.at > after && tick.at <= until) ticks.push(tick)
      }
    return ticks.filter((tick, position) => tick.fixed || position === ticks.length - 1)
  }

  /** The price of an instrument while its index makes a tick. */
  priceAt(instrument: Instrument, tick: IndexTick): Paise {
    if (instrument.kind === 'index') return tick.price
    const minute = this.#minuteOf(instrument.index, tick)
    const recorded = this.#recorded.premium(instrument, minute.time, this.#ticksOf(instrument.index, minute), tick.at)
    return recorded ?? this.#pricing.premium(instrument, tick.price, minute)
  }

  /** Last price and order book of an option while its index makes a tick: what an order is matched with. */
  touch(option: OptionInstrument, tick: IndexTick): { readonly at: Instant; readonly last: Paise; readonly depth: Depth } {
    const last = this.priceAt(option, tick)
    return { at: tick.at, last, depth: depthAround(option, last, tick.at) }
  }

  /** What an option cannot cost more or less than on the day of a tick. */
  circuitsOf(option: OptionInstrument, tick: IndexTick) {
    const firstMinute = this.#indexCandles(option.index, istDate(tick.at))[0]!
    // An index is halted after a tenth; no option can gain more than that.
    const highest = this.#instrumentCandle(option, firstMinute).open + firstMinute.open / 10
    return { lowerCircuit: OPTION_TICK, upperCircuit: roundToTick(highest, OPTION_TICK, 'nearest') }
  }

  /** At the money, yearly, a fraction: by what the model prices the options of an index while it makes a tick. */
  atmVolatility(index: IndexSymbol, tick: IndexTick): number {
    return this.#pricing.atmVolatility(index, this.#minuteOf(index, tick))
  }

  /** The quote of an instrument while its index makes a tick. */
  quote(instrument: Instrument, tick: IndexTick): MarketQuote {
    const date = istDate(tick.at)
    const last = this.priceAt(instrument, tick)
    const before = this.source.sessionBefore(date)
    return {
      at: tick.at,
      last,
      day: this.#totals(instrument, tick),
      previousClose: before === null ? null : this.#closingPrice(instrument, before),
      book: instrument.kind === 'index' ? null : this.#book(instrument, tick, last),
    }
  }

  /** The one-minute candles of a date that are closed at a moment, oldest first; none of an option that was not traded then. */
  minuteCandles(instrument: Instrument, date: IsoDate, at: Instant): readonly Candle[] {
    if (!this.isAlive(instrument, date)) return []
    const minutes = this.#indexCandles(instrument.index, date)
    const closed = minutes.findLastIndex((candle) => candle.time + MINUTE <= at) + 1
    // Candles of years back are not cached for a quote of the day.
    return instrument.kind === 'index' ? minutes.slice(0, closed) : this.#day(instrument, date).candles(closed)
  }

  #indexCandles(index: IndexSymbol, date: IsoDate): readonly Candle[] {
    return this.#candles.get(`${index}:${date}`, () => this.source.candles(index, date))
  }

  #ticksOf(index: IndexSymbol, minute: Candle): readonly IndexTick[] {
    return this.#ticks.get(`${index}:${minute.time}`, () => candleTicks(minute, `${this.source.marketId}:${index}`))
  }

  /** The index candle a tick belongs to. */
  #minuteOf(index: IndexSymbol, tick: IndexTick): Candle {
    return this.#indexCandles(index, istDate(tick.at)).findLast((candle) => candle.time <= tick.at)!
  }

  #day(instrument: Instrument, date: IsoDate): InstrumentDay {
    return this.#days.get(`${instrument.token}:${date}`, () => {
      const minutes = this.#indexCandles(instrument.index, date)
      return new InstrumentDay((position) => this.#instrumentCandle(instrument, minutes[position]!))
    })
  }

  #instrumentCandle(instrument: Instrument, minute: Candle): Candle {
    if (instrument.kind === 'index') return minute
    return this.#recorded.candle(instrument, minute.time) ?? this.#pricing.candle(instrument, minute)
  }

  /** Totals of the closed minutes and of what the running one has shown so far. */
  #totals(instrument: Instrument, tick: IndexTick): DayTotals {
    const minute = this.#minuteOf(instrument.index, tick)
    const date = istDate(tick.at)
    const shown = this.#ticksOf(instrument.index, minute).filter((other) => other.at <= tick.at)
    const candle = this.#soFar(instrument, minute, shown)
    const lot = instrument.kind === 'index' ? 1 : instrument.lot
    const volume = lot * Math.floor((candle.volume / lot) * ((tick.at - minute.time) / MINUTE))
    const closed = this.#indexCandles(instrument.index, date).indexOf(minute)
    return addCandle(this.#day(instrument, date).totals(closed), { ...candle, volume })
  }

  /** What the ticks of a minute that were shown make of its candle. */
  #soFar(instrument: Instrument, minute: Candle, shown: readonly IndexTick[]): Candle {
    const recorded = instrument.kind === 'index' ? null : this.#recorded.candle(instrument, minute.time)
    const prices = shown.map((tick) => (recorded ? this.priceAt(instrument, tick) : tick.price))
    const extremes = { high: paise(Math.max(...prices)), low: paise(Math.min(...prices)), close: prices.at(-1)! }
    return recorded ? { ...recorded, ...extremes } : this.#instrumentCandle(instrument, { ...minute, ...extremes })
  }

  #book(option: OptionInstrument, tick: IndexTick, last: Paise) {
    const firstMinute = this.#indexCandles(option.index, istDate(tick.at))[0]!
    return {
      depth: depthAround(option, last, tick.at),
      openInterest: this.#pricing.openInterest(option, firstMinute),
      ...this.circuitsOf(option, tick),
    }
  }

  #closingPrice(instrument: Instrument, date: IsoDate): Paise | null {
    if (instrument.kind === 'index') return this.source.close(instrument.index, date)
    const last = this.#indexCandles(instrument.index, date).at(-1)
    if (!last) return null
    return this.#recorded.candle(instrument, last.time)?.close ?? this.#pricing.premium(instrument, last.close, last)
  }

  #sessionsBetween(after: Instant, until: Instant): IsoDate[] {
    const dates: IsoDate[] = []
    for (let date: IsoDate | null = istDate(until); date !== null && date >= istDate(after); date = this.source.sessionBefore(date))
      dates.unshift(date)
    return dates
  }
}
