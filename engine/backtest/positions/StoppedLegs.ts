import type { Instant } from '../../../schema/time.ts'
import { rulesBack, waitingRules } from '../../trading/positions/watchPosition.ts'
import type { HeldPosition } from '../../trading/positions/HeldPosition.ts'

type LastPriceOf = Parameters<typeof rulesBack>[1]

/** The legs of a position that were stopped and may be reopened: as live, until entries in their contract end, and never once refused. */
export class StoppedLegs {
  readonly #untilOf: (rule: number) => Instant
  readonly #refused = new Set<number>()
  #held: HeldPosition
  #waiting: readonly { readonly rule: number; readonly until: Instant }[] = []
  #back: readonly number[] = []

  /** `untilOf`: until when a rule's leg may be reopened. */
  constructor(held: HeldPosition, untilOf: (rule: number) => Instant) {
    this.#held = held
    this.#untilOf = untilOf
  }

  /** The rules whose premium is back: their legs reopen at the open of the next minute. */
  get back(): readonly number[] {
    return this.#back
  }

  /** The position has changed. */
  follow(held: HeldPosition): void {
    this.#held = held
    const rules = waitingRules(held).filter((rule) => !this.#refused.has(rule))
    this.#waiting = rules.map((rule) => ({ rule, until: this.#untilOf(rule) }))
  }

  /** Whether a quote of a moment may reopen any of them. */
  isWaiting(at: Instant): boolean {
    return this.#waiting.some(({ until }) => at < until)
  }

  /** Holds the last quotes of a minute, whose last moment is `at`, against the premiums they wait for. */
  look(lastPriceOf: LastPriceOf, at: Instant): void {
    const back = rulesBack(this.#held, lastPriceOf)
    this.#back = this.#waiting.flatMap(({ rule, until }) => (at < until && back.includes(rule) ? rule : []))
  }

  /** None of those that are back is reopened at the next open. */
  clear(): void {
    this.#back = []
  }

  /** Those that are back stay closed for good. */
  refuse(): void {
    for (const rule of this.#back) this.#refused.add(rule)
    this.#back = []
    this.follow(this.#held)
  }
}
