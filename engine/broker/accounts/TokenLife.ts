import type { Logger } from 'pino'
import type { Session } from '../../../schema/market/MarketRules.ts'
import { istDate, istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import type { AccountRecords } from './AccountRecords.ts'

/** From when on accounts sign in by themselves on a trading day: early enough for a person to help before the open. */
const SIGN_IN_FROM = 8 * 60 + 45
/** From when on those that are signed in are checked. Those that sign in later are checked when they do. */
const CHECK_FROM = 8 * 60 + 30
const LOOK_MS = 2 * SECOND

export interface TokenLifeParts {
  readonly accounts: AccountRecords
  /** Whether this node looks after it: one does for all. */
  readonly isMine: () => boolean
  readonly log: Pick<Logger, 'error'>
}

/** Ends sessions with their day; before the open has accounts sign in whose owners want it, and all connected ones checked. */
export class TokenLife {
  readonly #parts: TokenLifeParts
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity

  constructor(parts: TokenLifeParts) {
    this.#parts = parts
  }

  /** Called every moment. `session`: of the market's day; null: the exchanges are closed on it. */
  onTime(real: Instant, market: Instant, session: Session | null): void {
    if (this.#looking || Math.abs(real - this.#lookedAt) < LOOK_MS || !this.#parts.isMine()) return
    this.#lookedAt = real
    this.#looking = this.#look(market, session)
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'the sessions of accounts at the broker were not looked after'))
      .finally(() => (this.#looking = null))
  }

  /** Waits for the look under way. */
  async stop(): Promise<void> {
    await this.#looking
  }

  async #look(market: Instant, session: Session | null): Promise<void> {
    const { accounts } = this.#parts
    await accounts.expire()
    if (!session || market >= session.close) return
    const [checkFrom, signInFrom] = [CHECK_FROM, SIGN_IN_FROM].map((minute) => istInstant(istDate(market), minute)) as [Instant, Instant]
    if (market >= checkFrom) await accounts.checkUnchecked(checkFrom)
    if (market >= signInFrom) await accounts.signInExpired()
  }
}
