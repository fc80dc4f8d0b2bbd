import { counted } from '../counted.ts'
import { DAY, IST_OFFSET, istDate, istIso, MINUTE, type Instant, type IsoDate } from '../time.ts'
import type { MarketRules, Session } from './MarketRules.ts'
import type { Segment } from './MarketTables.ts'
import type { Stamp } from './csv/FileReading.ts'

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
  /** The earliest minute that was kept. */
  first: Instant
}

/**
 * Keeps the minutes in which a segment is open by the dated rules of the market and counts the others: the one rule for every file of
 * candles. Before the open there is an auction, after the close there are settlement prices, and nobody trades at either. It is also where
 * a file is noticed whose times are the ends of its minutes.
 */
export class SessionSieve {
  readonly #rules: MarketRules
  readonly #segment: Segment
  readonly #stamps: Stamp | null
  readonly #days = new Map<number, Day>()
  readonly #closedDays = new Set<IsoDate>()
  #last: Day | null = null
  #lastNumber = NaN
  #beforeOpen = 0
  #afterClose = 0
  #inPause = 0
  #noSession = 0

  /** `stamps`: what the file's owner says of its times; null: nothing. */
  constructor(rules: MarketRules, segment: Segment, stamps: Stamp | null) {
    this.#rules = rules
    this.#segment = segment
    this.#stamps = stamps
  }

  /** When the minute with a file's time begins. */
  startOf(time: Instant): Instant {
    return this.#stamps === 'end' ? time - MINUTE : time
  }

  /** Whether the minute that begins at an instant is kept. */
  keeps(minute: Instant): boolean {
    const day = this.#dayOf(minute)
    const { date, session, pause } = day
    if (!session) {
      this.#noSession++
      this.#closedDays.add(date)
    } else if (minute < session.open) this.#beforeOpen++
    else if (minute >= session.close) this.#afterClose++
    else if (pause && minute >= pause.open && minute < pause.close) this.#inPause++
    else {
      if (minute < day.first) day.first = minute
      return true
    }
    return false
  }

  /** Why the times are perhaps not the beginnings of minutes, which would trade each a minute late; null: they are, or it was said. */
  stampMistake(): string | null {
    if (this.#stamps !== null) return null
    const days = [...this.#days.values()].filter(({ first }) => first !== Infinity)
    const minutesLate = ({ session, first }: Day) => (session === null ? NaN : (first - session.open) / MINUTE)
    const late = days.filter((day) => minutesLate(day) === 1)
    const [example] = late
    if (!example || late.length * 2 <= days.length || days.some((day) => minutesLate(day) === 0)) return null
    return `no day has a minute at the open, and ${late.length} of ${days.length} begin one later (${istIso(example.first).slice(0, 16)}): say whether times are the ends of minutes (--stamps end) or their beginnings (--stamps start)`
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
      day = { date, session, pause: this.#rules.pauseOn(date), first: Infinity }
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

/** Rows that were left out though they lie in a session. */
export interface PassedOver {
  /** Minutes that came again with the same prices. */
  readonly repeated: number
  /** Rows of a contract that nobody traded in that minute: without price and volume. */
  readonly untraded: number
}

/** What was left out of a file. */
export interface LeftOut {
  readonly dropped: DroppedMinutes
  readonly passedOver: PassedOver
}

/** Sentences for a report. */
export function describeLeftOut({ dropped, passedOver: { repeated, untraded } }: LeftOut): string[] {
  return [
    describeDropped(dropped),
    repeated > 0
      ? `${counted(repeated, 'minute')} that came again with the same prices ${repeated === 1 ? 'was' : 'were'} read once.`
      : null,
    untraded > 0 ? `${counted(untraded, 'row')} without price and volume left out: nobody traded the contract then.` : null,
  ].filter((sentence) => sentence !== null)
}
