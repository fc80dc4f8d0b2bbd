import type { Logger } from 'pino'
import { istDay, SECOND, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { MarketBroker, OptionContract, Tick } from '../../broker/port.ts'

/** Age in market milliseconds up to which a live exit is priced by a quote. */
const FRESH_FOR = 3 * SECOND
/** Market milliseconds for which an exit waits for another, and for which a contract is kept that nobody wants any more. */
const MOST_WAIT = 10 * SECOND
/** The broker answers about one call a second. */
const ASKED_EVERY = SECOND

export interface LiveExitQuotesParts {
  readonly fetch: MarketBroker['quotes']
  readonly log: Pick<Logger, 'error'>
}

interface Waiting {
  readonly contract: OptionContract
  since: Instant
  wantedAt: Instant
  isGivenUp: boolean
}

/**
 * Says whether a live exit may go by the quote of its contract, and asks the broker for the quotes that are too old: one call for all that are
 * wanted, about one a second. An exit waits no longer than ten seconds of the market for an answer, and goes by what is known then. Market time
 * is pushed in.
 */
export class LiveExitQuotes {
  readonly #parts: LiveExitQuotesParts
  readonly #waiting = new Map<string, Waiting>()
  readonly #listeners = new Set<(tick: Tick) => void>()
  #now: Instant
  #askedAt = -Infinity
  #isAsking = false
  /** Why the last call failed. */
  #failure: unknown = null

  /** `now`: market time. */
  constructor(parts: LiveExitQuotesParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Called with the quotes that were asked for, each at the market time of its answer. */
  onQuote(listener: (tick: Tick) => void): void {
    this.#listeners.add(listener)
  }

  /**
   * Whether an exit may go by a quote of market time `quotedAt`; null: there is none. False: another is being asked for. Asked again with every
   * look at the exit: a contract that nobody asks about is forgotten.
   */
  isFresh(contract: OptionContract, quotedAt: Instant | null): boolean {
    const id = instrumentId(contract)
    if (quotedAt !== null && this.#now - quotedAt <= FRESH_FOR) {
      this.#waiting.delete(id)
      return true
    }
    const waiting = this.#waiting.get(id) ?? { contract, since: this.#now, wantedAt: this.#now, isGivenUp: false }
    this.#waiting.set(id, waiting)
    waiting.wantedAt = this.#now
    this.#ask()
    if (this.#now - waiting.since < MOST_WAIT) return false
    if (!waiting.isGivenUp)
      this.#parts.log.error(
        { err: this.#failure, contract: contract.tradingSymbol, ageMs: quotedAt === null ? null : this.#now - quotedAt },
        'live exits go by an old quote: the broker has answered no newer one',
      )
    waiting.isGivenUp = true
    return true
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    this.#now = now
    for (const [id, waiting] of this.#waiting) {
      // Later than now: the clock was set back.
      waiting.since = Math.min(waiting.since, now)
      waiting.wantedAt = Math.min(waiting.wantedAt, now)
      if (now - waiting.wantedAt > MOST_WAIT) this.#waiting.delete(id)
    }
    this.#askedAt = Math.min(this.#askedAt, now)
    if (this.#waiting.size > 0) this.#ask()
  }

  #ask(): void {
    if (this.#isAsking || this.#now - this.#askedAt < ASKED_EVERY) return
    this.#isAsking = true
    this.#askedAt = this.#now
    void this.#fetch().finally(() => (this.#isAsking = false))
  }

  async #fetch(): Promise<void> {
    // All that are wanted in this moment share the call.
    await Promise.resolve()
    let ticks: readonly Tick[] = []
    try {
      ticks = await this.#parts.fetch([...this.#waiting.values()].map(({ contract }) => contract))
      this.#failure = null
    } catch (error) {
      this.#failure = error
    }
    for (const tick of ticks) this.#take(tick)
  }

  /** A quote of an earlier day says nothing about this one. */
  #take(tick: Tick): void {
    if (tick.at < istDay(this.#now).from) return
    this.#waiting.delete(instrumentId(tick))
    for (const listener of this.#listeners) listener({ ...tick, at: this.#now })
  }
}
