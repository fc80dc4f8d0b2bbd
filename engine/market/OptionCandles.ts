import type { Candle } from '../../schema/market/candles.ts'
import type { Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { InstrumentKey, OptionContract, Tick } from '../broker/port.ts'
import { CandleBuilder } from './CandleBuilder.ts'
import type { TickDrop } from './TickGuard.ts'

/** What identifies an option on the feed and in the books. */
export type OptionKey = Pick<OptionContract, 'exchange' | 'token' | 'tradingSymbol'>
export type OptionCandleListener = (tradingSymbol: string, candle: Candle) => void

/**
 * Ticks of watched options to one-minute candles, only for minutes watched as a whole. A minute without a tick has none; minutes that the
 * stream cannot prove complete are left out, as option history is not fetched.
 */
export class OptionCandles {
  readonly #emit: OptionCandleListener
  readonly #built = new Map<string, { readonly tradingSymbol: string; readonly builder: CandleBuilder }>()

  constructor(emit: OptionCandleListener) {
    this.#emit = emit
  }

  follow(keys: readonly OptionKey[]): void {
    for (const key of keys) this.#built.set(instrumentId(key), { tradingSymbol: key.tradingSymbol, builder: new CandleBuilder() })
  }

  unfollow(keys: readonly InstrumentKey[]): void {
    for (const key of keys) this.#built.delete(instrumentId(key))
  }

  /** A tick that passed the guard at the market time `now`. */
  add(tick: Tick, now: Instant): void {
    const built = this.#built.get(instrumentId(tick))
    const candle = built?.builder.add(tick, now)
    if (built && candle) this.#emit(built.tradingSymbol, candle)
  }

  /** See CandleBuilder.dropped. */
  dropped(tick: Tick, reason: TickDrop): void {
    this.#built.get(instrumentId(tick))?.builder.dropped(tick, reason)
  }

  /** Ticks of these may be missing; others than options are passed over. */
  interrupt(keys: readonly InstrumentKey[]): void {
    for (const key of keys) this.#built.get(instrumentId(key))?.builder.interrupt()
  }
}
