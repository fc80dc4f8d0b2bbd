import { openUnitsOf, type HeldPosition } from '../../trading/positions/HeldPosition.ts'
import { legLevels } from '../../trading/positions/legLevels.ts'
import { amountOf } from '../../trading/positions/watchPosition.ts'
import { signOf } from '../../../schema/trading/OrderSide.ts'
import type { HeldOption } from './HeldOption.ts'

interface OpenOption {
  readonly option: HeldOption
  readonly isCall: boolean
  /** Units, negative if sold. */
  readonly units: number
  /** Premiums at and beyond which one of its levels is reached. */
  readonly below: number
  readonly above: number
}

/** A minute that reaches nothing, whose open or close may yet lie beyond all extremes; every open option traded in it. */
interface Doubtful {
  readonly minute: number
  readonly worst: number
  readonly best: number
}

/**
 * Whether a minute may reach any level of a position. Most minutes do not, and a backtest has hundreds of thousands: this only filters the
 * minutes to examine, and never decides the position's outcome.
 */
export class MinuteReach {
  readonly #open: readonly OpenOption[]
  /** Gross P&L without the value of the open units. */
  readonly #base: number
  readonly #stopAt: number
  readonly #targetAt: number
  readonly #lockAt: number
  readonly #kept: number
  readonly #doubtful: Doubtful[] = []
  /** The lowest and the highest gross P&L of the minute last examined; where it reaches nothing, without its open and close: see extremes(). */
  lowest = 0
  highest = 0

  /** `options`: one for each leg, in leg order. */
  constructor(held: HeldPosition, options: readonly HeldOption[]) {
    const { rule, lots, legs, kept } = held
    const open: OpenOption[] = []
    let base = 0
    legs.forEach((leg, i) => {
      const { side } = rule.legs[leg.rule]!
      const sign = signOf(side)
      base += sign * (leg.exitValue - leg.entryValue)
      const units = openUnitsOf(leg)
      if (units === 0) return
      const { stop, target } = legLevels(leg, held)
      const [below, above] = side === 'BUY' ? [stop, target] : [target, stop]
      const bounds = { below: below ?? -Infinity, above: above ?? Infinity }
      open.push({ option: options[i]!, isCall: leg.contract.optionType === 'CE', units: sign * units, ...bounds })
    })
    this.#open = open
    this.#base = base
    this.#stopAt = rule.stop ? -amountOf(rule.stop, held) : -Infinity
    this.#targetAt = rule.target ? amountOf(rule.target, held) : Infinity
    this.#lockAt = rule.lock ? rule.lock.at * lots : Infinity
    this.#kept = kept ?? -Infinity
  }

  get openLegs(): number {
    return this.#open.length
  }

  /**
   * Examines a minute: whether it may reach a level of a leg or a limit of the whole, or raise a locked profit. `seen`: the lowest and the
   * highest gross P&L before it.
   */
  look(minute: number, seen: { readonly lowest: number; readonly highest: number }): boolean {
    let [worst, best, up, down] = [this.#base, this.#base, this.#base, this.#base]
    let [reached, traded] = [false, true]
    for (const { option, isCall, units, below, above } of this.#open) {
      const candle = option.candle(minute)
      traded &&= candle !== null
      const low = candle ? candle.low : option.lastPrice
      const high = candle ? candle.high : option.lastPrice
      reached ||= low <= below || high >= above
      worst += units * (units > 0 ? low : high)
      best += units * (units > 0 ? high : low)
      up += units * (isCall ? high : low)
      down += units * (isCall ? low : high)
    }
    this.lowest = Math.min(up, down)
    this.highest = Math.max(up, down)
    // With every leg at its own extreme it is never better or worse: what that does not reach, the minute does not.
    if (!reached && !this.#isBeyond(worst, best)) {
      const isDoubtful = worst < Math.min(seen.lowest, this.lowest) || best > Math.max(seen.highest, this.highest)
      if (isDoubtful && traded) this.#doubtful.push({ minute, worst, best })
      else if (isDoubtful) this.#widen(minute)
      return false
    }
    this.#widen(minute)
    return reached || this.#isBeyond(this.lowest, this.highest)
  }

  /**
   * The lowest and the highest gross P&L of all minutes that reached nothing, from `seen` on. Their opens and closes are priced here, where
   * most of them can no longer be beyond: a minute is priced at half the cost.
   */
  extremes(seen: { readonly lowest: number; readonly highest: number }): { readonly lowest: number; readonly highest: number } {
    ;({ lowest: this.lowest, highest: this.highest } = seen)
    // The latest first: a position that drifts has its extremes there, and few of the others are priced.
    for (const { minute, worst, best } of this.#doubtful.splice(0).reverse())
      if (worst < this.lowest || best > this.highest) this.#widen(minute)
    return { lowest: this.lowest, highest: this.highest }
  }

  /** By the open and the close of a minute: of the last one, or of one in which every open option traded. */
  #widen(minute: number): void {
    let [open, close] = [this.#base, this.#base]
    for (const { option, units } of this.#open) {
      const candle = option.candleIn(minute)
      open += units * (candle ? candle.open : option.lastPrice)
      close += units * (candle ? candle.close : option.lastPrice)
    }
    this.lowest = Math.min(this.lowest, open, close)
    this.highest = Math.max(this.highest, open, close)
  }

  #isBeyond(lowest: number, highest: number): boolean {
    return lowest <= this.#stopAt || highest >= this.#targetAt || highest >= this.#lockAt || lowest <= this.#kept
  }
}
