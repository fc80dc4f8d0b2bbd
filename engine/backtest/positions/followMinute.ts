import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { openUnitsOf, type HeldLeg, type HeldPosition, type LegExit, type WholeExit } from '../../trading/positions/HeldPosition.ts'
import { legLevels } from '../../trading/positions/legLevels.ts'
import { watchLegs, watchPosition, watchWhole, type LegReached } from '../../trading/positions/watchPosition.ts'

/** Last prices of a position's legs at one moment, by the leg's rule: open legs have distinct rules. */
export type LegPrices = readonly Paise[]

/** The quotes of a minute. `up` and `down`: at the index's high and low, with calls and puts at their matching extremes. */
export interface MinuteQuotes {
  readonly open: LegPrices
  readonly up: LegPrices
  readonly down: LegPrices
  readonly close: LegPrices
}

/** A leg that a minute closes, and at which last price. `leg`: its position among the position's legs. */
export interface MinuteExit {
  readonly leg: number
  readonly reason: LegExit | WholeExit
  readonly price: Paise
}

export interface Followed {
  readonly exits: readonly MinuteExit[]
  readonly kept: Paise | null
  /** Gross P&L at the end of the minute, with closed legs at their exit prices; and the lowest and the highest it was watched at. */
  readonly gross: number
  readonly lowest: number
  readonly highest: number
}

/** Legs, by position, that are not judged at the open, which opened them; or never, as they are closing anyway. */
export interface Unjudged {
  readonly atOpen: ReadonlySet<number>
  readonly exiting: ReadonlySet<number>
}

/**
 * What a minute does to a position; the order of its quotes is unknown. Tries open, up, down, close and open, down, up, close; the one that
 * ends worse counts. Between two quotes all premiums move linearly and together: a level, or a limit of the whole, that lies between is
 * reached there, the nearest one first; what the open has jumped is closed at the open. A leg that may have reached its stop in the minute
 * has not reached its target in it. `at`: market time of its exits.
 */
export function followMinute(position: HeldPosition, quotes: MinuteQuotes, unjudged: Unjudged, at: Instant): Followed {
  const { open, up, down, close } = quotes
  const upFirst = new MinutePath(position, quotes, unjudged, at).follow(open, [up, down, close])
  const { stop, target, lock, stopsToCost } = position.rule
  // Independent legs have the same result in any order.
  if (!stop && !target && !lock && !stopsToCost) return upFirst
  const downFirst = new MinutePath(position, quotes, unjudged, at).follow(open, [down, up, close])
  return downFirst.gross < upFirst.gross ? downFirst : upFirst
}

class MinutePath {
  readonly #quotes: MinuteQuotes
  readonly #unjudged: Unjudged
  readonly #at: Instant
  readonly #exits: MinuteExit[] = []
  #held: HeldPosition
  #lowest = Infinity
  #highest = -Infinity

  constructor(position: HeldPosition, quotes: MinuteQuotes, unjudged: Unjudged, at: Instant) {
    this.#at = at
    this.#held = position
    this.#quotes = quotes
    this.#unjudged = unjudged
  }

  follow(open: LegPrices, quotes: readonly LegPrices[]): Followed {
    this.#open(open)
    let before = open
    for (const after of quotes) {
      this.#move(before, after)
      before = after
    }
    const gross = this.#grossAt(before)
    return { exits: this.#exits, kept: this.#held.kept, gross, lowest: this.#lowest, highest: this.#highest }
  }

  #open(prices: LegPrices): void {
    const { atOpen } = this.#unjudged
    // These quotes opened the legs: there is nothing else to judge.
    const isFresh = this.#held.legs.every((leg, i) => atOpen.has(i) || openUnitsOf(leg) === 0)
    if (!isFresh) {
      const watched = watchPosition(this.#held, this.#priceIn(prices))
      if (watched.kind === 'whole') this.#closeAll(watched.reason, prices)
      else {
        this.#held = { ...this.#held, kept: watched.kept }
        for (const { leg, reason } of watched.exits) {
          const i = this.#held.legs.indexOf(leg)
          if (i >= 0 && !atOpen.has(i)) this.#close(i, reason, prices[leg.rule]!)
        }
      }
    }
    this.#see(prices)
  }

  /** Moves all premiums from one quote to the next, and does what they reach on the way, one after the other. */
  #move(before: LegPrices, after: LegPrices): void {
    let from: readonly number[] = before
    for (;;) {
      const end = this.#grossAt(after)
      const { reached, kept } = watchWhole(this.#held, end)
      const leg = this.#firstLeg(from, after)
      const whole = reached && shareOf(this.#grossAt(from), end, reached.at)
      if (reached && whole !== null && whole <= (leg?.share ?? 1)) {
        this.#closeAll(reached.reason, between(from, after, whole).map(toPaise))
        return
      }
      if (!leg) {
        this.#held = { ...this.#held, kept }
        this.#see(after)
        return
      }
      from = between(from, after, leg.share)
      this.#close(leg.at, leg.reason, leg.price)
    }
  }

  /** The leg whose own level is reached first between two quotes. */
  #firstLeg(from: readonly number[], after: LegPrices) {
    let first: { readonly at: number; readonly reason: LegExit; readonly price: Paise; readonly share: number } | null = null
    for (const { leg, reason } of this.#reachedBy(after)) {
      if (reason === 'TARGET' && this.#mayBeStopped(leg)) continue
      const levels = legLevels(leg, this.#held)
      const level = (reason === 'TARGET' ? levels.target : levels.stop)!
      const now = from[leg.rule]!
      const isThere = this.#isBeyond(leg, reason, now, level)
      const share = isThere ? 0 : shareOf(now, after[leg.rule]!, level)
      if (!first || share < first.share) first = { at: this.#held.legs.indexOf(leg), reason, price: isThere ? toPaise(now) : level, share }
    }
    return first
  }

  #reachedBy(prices: LegPrices): LegReached[] {
    const { exiting } = this.#unjudged
    const reached = watchLegs(this.#held, this.#priceIn(prices))
    return exiting.size === 0 ? reached : reached.filter(({ leg }) => !exiting.has(this.#held.legs.indexOf(leg)))
  }

  #mayBeStopped(leg: HeldLeg): boolean {
    const { stop } = legLevels(leg, this.#held)
    const { up, down } = this.#quotes
    return stop !== null && [up, down].some((prices) => this.#isBeyond(leg, 'STOP', prices[leg.rule]!, stop))
  }

  #isBeyond(leg: HeldLeg, reason: LegExit, price: number, level: Paise): boolean {
    const isSold = this.#held.rule.legs[leg.rule]!.side === 'SELL'
    return isSold === (reason === 'STOP') ? price >= level : price <= level
  }

  #closeAll(reason: WholeExit, prices: LegPrices): void {
    this.#see(prices)
    this.#held.legs.forEach((leg, i) => {
      if (openUnitsOf(leg) > 0) this.#close(i, reason, prices[leg.rule]!)
    })
  }

  #close(i: number, reason: LegExit | WholeExit, price: Paise): void {
    if (this.#unjudged.exiting.has(i)) return
    const { legs } = this.#held
    const leg = legs[i]!
    const exitValue = paise(leg.exitValue + price * openUnitsOf(leg))
    const closedBy = reason === 'STOP' || reason === 'TARGET' ? reason : 'WHOLE'
    this.#exits.push({ leg: i, reason, price })
    this.#held = { ...this.#held, legs: legs.with(i, { ...leg, exitQuantity: leg.quantity, exitValue, closedBy, closedAt: this.#at }) }
  }

  #see(prices: LegPrices): void {
    const gross = this.#grossAt(prices)
    if (gross < this.#lowest) this.#lowest = gross
    if (gross > this.#highest) this.#highest = gross
  }

  #grossAt(prices: readonly number[]): number {
    const { rule, legs } = this.#held
    let gross = 0
    for (const leg of legs) {
      const gain = leg.exitValue + openUnitsOf(leg) * (prices[leg.rule] ?? 0) - leg.entryValue
      gross += rule.legs[leg.rule]!.side === 'BUY' ? gain : -gain
    }
    return gross
  }

  #priceIn(prices: LegPrices) {
    return (contract: OptionContract) => {
      const leg = this.#held.legs.find((each) => each.contract === contract)
      return leg ? prices[leg.rule]! : null
    }
  }
}

/** How far a level lies between two values, 0 to 1. */
function shareOf(from: number, to: number, level: number): number {
  return from === to ? 0 : Math.min(1, Math.max(0, (level - from) / (to - from)))
}

function between(from: readonly number[], to: readonly number[], share: number): number[] {
  return from.map((price, i) => price + (to[i]! - price) * share)
}

function toPaise(price: number): Paise {
  return paise(Math.round(price))
}
