import type { Logger } from 'pino'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import { closesOpenTrades } from './dailyLoss.ts'

/** A user who wants open trades closed at a loss of the day, and has open trades that nobody closes yet. */
export interface DailyLoss {
  readonly userId: string
  readonly maxDailyLoss: Paise
  /** Of the trades closed on the market day: net, negative is a gain. */
  readonly closedLoss: Paise
  /** The loss that closed this user's trades on the market day before; null: none did. */
  readonly stoppedAt: Paise | null
  /** What was open when the closed trades were added up: nothing is lost twice. */
  readonly openTrades: ReadonlySet<string>
}

/** What the watch keeps in the database, of the users this node owns. */
export interface DailyLossRecords {
  /** On the market day of `now`, a market time. */
  dailyLosses(now: Instant): Promise<readonly DailyLoss[]>
  /** In one transaction: keeps that the day is lost, and asks for the exit of all the user's open trades. Done twice it is once. */
  stopForToday(userId: string, loss: Paise, now: Instant): Promise<void>
}

export interface DailyLossWatchParts {
  readonly records: DailyLossRecords
  /** What those of a user's trades that are open have lost at their last prices, with what their orders cost so far. */
  readonly openLossOf: (userId: string, trades: ReadonlySet<string>) => Paise
  /** Changes whenever a trade was opened or closed. */
  readonly tradesSeen: () => number
  readonly log: Logger
}

/** Market time. However little happens, what is read is not older than the second; a database that was away is asked again after the last. */
const LOOK_EVERY = SECOND
const REREAD_AFTER = 30 * SECOND
const RETRY_AFTER = 5 * SECOND

/**
 * Closes the open trades of users whose loss of the market day has reached the limit, where they want that. Looks once a market second
 * at what memory has, and reads the database only after something has changed. Everything it does is in the database: after a
 * restart it goes on from there, exits that do not come about are tried again as those that people ask for, and the next market day begins anew.
 */
export class DailyLossWatch {
  readonly #parts: DailyLossWatchParts
  #losses: readonly DailyLoss[] = []
  #lookedAt: Instant | null = null
  #readAt: Instant | null = null
  #seen = -1
  #day = ''
  #failing = false
  #underWay: Promise<void> | null = null

  constructor(parts: DailyLossWatchParts) {
    this.#parts = parts
  }

  /** Somebody has changed limits: they are read before the next look. */
  onLimitsChanged(): void {
    this.#readAt = null
  }

  /** Market time moved on. Looks at most once a market second, and never twice at a time; never rejects. */
  onTime(now: Instant): Promise<void> {
    // A clock that was set back must not put the next look off.
    const due = this.#lookedAt === null || now < this.#lookedAt || now - this.#lookedAt >= (this.#failing ? RETRY_AFTER : LOOK_EVERY)
    if (!due || this.#underWay) return this.#underWay ?? Promise.resolve()
    this.#lookedAt = now
    this.#underWay = this.#look(now)
      .then(
        () => (this.#failing = false),
        (error: unknown) => {
          this.#readAt = null
          // Once an outage, not at every try.
          if (!this.#failing) this.#parts.log.error({ err: error }, 'daily losses not looked at; tried again until the database answers')
          this.#failing = true
        },
      )
      .then(() => {
        this.#underWay = null
      })
    return this.#underWay
  }

  async #look(now: Instant): Promise<void> {
    const { records, openLossOf, log } = this.#parts
    if (this.#isOutdated(now)) await this.#read(now)
    for (const { userId, maxDailyLoss, closedLoss, stoppedAt, openTrades } of this.#losses) {
      const loss = paise(Math.max(closedLoss + openLossOf(userId, openTrades), stoppedAt ?? -Infinity))
      if (!closesOpenTrades({ maxDailyLoss, squareOffAtDailyLoss: true }, loss)) continue
      await records.stopForToday(userId, loss, now)
      // Until it is read again: its trades are asked for.
      this.#readAt = null
      log.warn({ userId, loss, maxDailyLoss }, 'open trades are closed: the loss of the day has reached its limit')
    }
  }

  #isOutdated(now: Instant): boolean {
    return (
      this.#readAt === null ||
      now < this.#readAt ||
      now - this.#readAt >= REREAD_AFTER ||
      this.#seen !== this.#parts.tradesSeen() ||
      this.#day !== istDate(now)
    )
  }

  async #read(now: Instant): Promise<void> {
    // Said before the reading: what changes while it is under way is read once more.
    this.#seen = this.#parts.tradesSeen()
    this.#day = istDate(now)
    this.#readAt = now
    this.#losses = await this.#parts.records.dailyLosses(now)
  }
}
