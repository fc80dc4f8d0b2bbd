import type { Logger } from 'pino'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { closesOpenTrades } from './dailyLoss.ts'

/** A user with a daily loss limit that closes trades, and with open trades of a mode that nobody is closing yet. The limit holds for each mode by itself. */
export interface DailyLoss {
  readonly userId: string
  readonly mode: TradeMode
  readonly maxDailyLoss: Paise
  /** Of the trades closed on the market day: net, negative is a gain. */
  readonly closedLoss: Paise
  /** The loss that already closed this user's trades on the market day; null: none did. */
  readonly stoppedAt: Paise | null
  /** Open trades when closed ones were summed: no loss counts twice. */
  readonly openTrades: ReadonlySet<string>
}

/** What the watch stores, for the users this node owns. */
export interface DailyLossRecords {
  /** On the market day of `now`, a market time. */
  dailyLosses(now: Instant): Promise<readonly DailyLoss[]>
  /** In one transaction: marks the day as lost in a mode and requests the exit of all the user's open trades of it. Idempotent. */
  stopForToday(userId: string, mode: TradeMode, loss: Paise, now: Instant): Promise<void>
}

export interface DailyLossWatchParts {
  readonly records: DailyLossRecords
  /** What a user's given trades, if open, lose if they are closed at their last prices, charges of both sides included. */
  readonly openLossOf: (userId: string, trades: ReadonlySet<string>) => Paise
  /** Changes whenever a trade opens or closes. */
  readonly tradesSeen: () => number
  readonly log: Logger
}

/** Market time. The data is reread after the second interval even if nothing changed; a failed read is retried after the last. */
const LOOK_EVERY = SECOND
const REREAD_AFTER = 30 * SECOND
const RETRY_AFTER = 5 * SECOND

/**
 * Closes the open trades of users whose loss of the market day has reached their limit, if they want that; paper and live each by itself. Checks memory once per market
 * second, and reads the database only after a change. All its state is in the database: after a restart it continues from there, failed
 * exits are retried like those that people request, and the next market day starts afresh.
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

  /** Limits changed: they are reread before the next check. */
  onLimitsChanged(): void {
    this.#readAt = null
  }

  /** Market time advanced. Checks at most once per market second, one check at a time; never rejects. */
  onTime(now: Instant): Promise<void> {
    // A clock that was set back must not delay the next check.
    const due = this.#lookedAt === null || now < this.#lookedAt || now - this.#lookedAt >= (this.#failing ? RETRY_AFTER : LOOK_EVERY)
    if (!due || this.#underWay) return this.#underWay ?? Promise.resolve()
    this.#lookedAt = now
    this.#underWay = this.#look(now)
      .then(
        () => (this.#failing = false),
        (error: unknown) => {
          this.#readAt = null
          // Once per outage, not per attempt.
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
    for (const { userId, mode, maxDailyLoss, closedLoss, stoppedAt, openTrades } of this.#losses) {
      const loss = paise(Math.max(closedLoss + openLossOf(userId, openTrades), stoppedAt ?? -Infinity))
      if (!closesOpenTrades({ maxDailyLoss, squareOffAtDailyLoss: true }, loss)) continue
      await records.stopForToday(userId, mode, loss, now)
      // Until the next read: exits of its trades are requested.
      this.#readAt = null
      log.warn({ userId, mode, loss, maxDailyLoss }, 'open trades are closed: the loss of the day has reached its limit')
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
    // Set before the read: a change during it causes another.
    this.#seen = this.#parts.tradesSeen()
    this.#day = istDate(now)
    this.#readAt = now
    this.#losses = await this.#parts.records.dailyLosses(now)
  }
}
