import type { Logger } from 'pino'
import type { Session } from '../../schema/market/MarketRules.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { BrokenLaw } from '../store/checkBooks.ts'

/** Market time between two tries while the database does not answer. */
const RETRY_AFTER = 5 * MINUTE

export interface NightlyCheckParts {
  readonly check: () => Promise<readonly BrokenLaw[]>
  /** Publishes the result. */
  readonly tell: (damaged: boolean) => Promise<void>
  /** Whether it is this node's turn: one of all nodes checks. */
  readonly isMine: () => boolean
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>
}

/** Has the books checked once a market day, after the close of a session that this engine has seen open. */
export class NightlyCheck {
  readonly #parts: NightlyCheckParts
  /** The open session, or one whose books are yet to be checked. */
  #session: Session | null = null
  #triedAt: Instant | null = null
  #underWay: Promise<void> | null = null

  constructor(parts: NightlyCheckParts) {
    this.#parts = parts
  }

  /** Market time moved on; a clock may jump from one session into the next. Never two checks at a time; never rejects. */
  onTime(now: Instant, session: Session | null): Promise<void> {
    if (this.#underWay) return this.#underWay
    if (this.#session && now >= this.#session.close) {
      if (this.#triedAt !== null && now >= this.#triedAt && now - this.#triedAt < RETRY_AFTER) return Promise.resolve()
      this.#triedAt = now
      this.#underWay = this.#check().finally(() => (this.#underWay = null))
      return this.#underWay
    }
    if (session && now >= session.open && now < session.close) this.#session = session
    return Promise.resolve()
  }

  async #check(): Promise<void> {
    const { check, tell, isMine, log } = this.#parts
    if (!isMine()) return this.#done()
    try {
      const broken = await check()
      if (broken.length > 0) log.error({ broken }, 'the nightly check has found the books damaged')
      else log.info('the nightly check has found the books whole')
      await tell(broken.length > 0)
      this.#done()
    } catch (error) {
      log.warn({ err: error }, 'the books were not checked')
    }
  }

  #done(): void {
    this.#session = null
    this.#triedAt = null
  }
}
