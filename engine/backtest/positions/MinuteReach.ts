import { openUnitsOf, type HeldPosition } from '../../trading/positions/HeldPosition.ts'
import { legLevels } from '../../trading/positions/legLevels.ts'
import { amountOf } from '../../trading/positions/watchPosition.ts'
import { signOf } from '../../trading/positions/legs.ts'
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
  /** The lowest and the highest gross P&L of the minute last examined; as seen before, where it cannot have been beyond. */
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
    let [worst, best] = [this.#base, this.#base]
    let reached = false
    for (const { option, units, below, above } of this.#open) {
      const candle = option.candle(minute)
      const low = candle ? candle.low : option.lastPrice
      const high = candle ? candle.high : option.lastPrice
      reached ||= low <= below || high >= above
      worst += units * (units > 0 ? low : high)
      best += units * (units > 0 ? high : low)
    }
    // With every leg at its own extreme it is never better or worse: what that does not reach, the minute does not.
    if (!reached && worst >= seen.lowest && best <= seen.highest && !this.#isBeyond(worst, best)) {
      this.lowest = seen.lowest
      this.highest = seen.highest
      return false
    }
    let [open, up, down, close] = [this.#base, this.#base, this.#base, this.#base]
    for (const { option, isCall, units } of this.#open) {
      const candle = option.candle(minute)
      const { lastPrice } = option
      const low = candle ? candle.low : lastPrice
      const high = candle ? candle.high : lastPrice
      open += units * (candle ? candle.open : lastPrice)
      up += units * (isCall ? high : low)
      down += units * (isCall ? low : high)
      close += units * lastPrice
    }
    const lowest = (this.lowest = Math.min(open, up, down, close))
    const highest = (this.highest = Math.max(open, up, down, close))
    return reached || this.#isBeyond(lowest, highest)
  }

  #isBeyond(lowest: number, highest: number): boolean {
    return lowest <= this.#stopAt || highest >= this.#targetAt || highest >= this.#lockAt || lowest <= this.#kept
  }
}
