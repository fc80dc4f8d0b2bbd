import { DAY, IST_OFFSET, istDate, type Instant, type IsoDate } from '../time.ts'
import type { MarketRules, Session } from './MarketRules.ts'
import type { Segment } from './MarketTables.ts'

/** How many minutes of a file were left out, and why. */
export interface DroppedMinutes {
  readonly beforeOpen: number
  readonly afterClose: number
  /** Within the break of a session that is held in two parts. */
  readonly inPause: number
  /** On a day on which the exchanges are closed. */
  readonly noSession: number
  /** Those days, oldest first. */
  readonly daysWithoutSession: readonly IsoDate[]
}

interface Day {
  readonly date: IsoDate
  readonly session: Session | null
  readonly pause: Session | null
}

/**
 * Keeps the minutes in which a segment is open by the dated rules of the market and counts the others: the one rule for every file of
 * candles. Before the open there is an auction, after the close there are settlement prices, and nobody trades at either.
 */
export class SessionSieve {
  readonly #rules: MarketRules
  readonly #segment: Segment
  readonly #days = new Map<number, Day>()
  readonly #closedDays = new Set<IsoDate>()
  #last: Day | null = null
  #lastNumber = NaN
  #beforeOpen = 0
  #afterClose = 0
  #inPause = 0
  #noSession = 0

  constructor(rules: MarketRules, segment: Segment) {
    this.#rules = rules
    this.#segment = segment
  }

  /** Whether the minute that begins at an instant is kept. */
  keeps(minute: Instant): boolean {
    const { date, session, pause } = this.#dayOf(minute)
    if (!session) {
      this.#noSession++
      this.#closedDays.add(date)
    } else if (minute < session.open) this.#beforeOpen++
    else if (minute >= session.close) this.#afterClose++
    else if (pause && minute >= pause.open && minute < pause.close) this.#inPause++
    else return true
    return false
  }

  get dropped(): DroppedMinutes {
    return {
      beforeOpen: this.#beforeOpen,
      afterClose: this.#afterClose,
      inPause: this.#inPause,
      noSession: this.#noSession,
      daysWithoutSession: [...this.#closedDays].sort(),
    }
  }

  #dayOf(minute: Instant): Day {
    // By the number of the day: writing its date for every minute would take longer than the rest.
    const number = Math.floor((minute + IST_OFFSET) / DAY)
    if (this.#last && number === this.#lastNumber) return this.#last
    let day = this.#days.get(number)
    if (!day) {
      const date = istDate(minute)
      const session = this.#segment === 'INDEX' ? this.#rules.indexSessionOf(date) : this.#rules.sessionOf(date)
      day = { date, session, pause: this.#rules.pauseOn(date) }
      this.#days.set(number, day)
    }
    this.#last = day
    this.#lastNumber = number
    return day
  }
}

/** All of them together. */
export function droppedCount({ beforeOpen, afterClose, inPause, noSession }: DroppedMinutes): number {
  return beforeOpen + afterClose + inPause + noSession
}

/** Days that are named in a sentence. */
const NAMED_DAYS = 5

/** One sentence for a report; null when nothing was dropped. */
export function describeDropped(dropped: DroppedMinutes): string | null {
  const { beforeOpen, afterClose, inPause, noSession, daysWithoutSession } = dropped
  const count = droppedCount(dropped)
  if (count === 0) return null
  const days = daysWithoutSession.slice(0, NAMED_DAYS).join(', ') + (daysWithoutSession.length > NAMED_DAYS ? ', …' : '')
  const reasons = [
    beforeOpen > 0 && `${beforeOpen} before the open`,
    afterClose > 0 && `${afterClose} after the close`,
    inPause > 0 && `${inPause} in the break of a session in two parts`,
    noSession > 0 &&
      `${noSession} on ${daysWithoutSession.length === 1 ? 'a day' : `${daysWithoutSession.length} days`} without a session (${days})`,
  ].filter((reason) => reason !== false)
  return `${count} ${count === 1 ? 'candle' : 'candles'} outside the session left out: ${reasons.join(', ')}.`
}
