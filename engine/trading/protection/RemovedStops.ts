import type { Logger } from 'pino'
import type { JobQueue } from '../../runtime/JobQueue.ts'

/** Why the entries of a trade that was let go are cancelled. */
export const TAKEN_OVER = 'you have taken over the trade'

/** What an owner did in the broker's app by which a trade is his. */
export type LetGoCause = 'STOP_REMOVED' | 'CONVERTED'

/** What is stored of trades that their owners have taken over, for the users this node owns. */
export interface LetGoRecords {
  /**
   * The owner of a running live leg has removed its protective stop, or moved it to another product: its trade is let go, in the first case
   * where he wants that, and its unsent entries end. Returns the trade; null: it stays managed. That is so where an exit of it was requested, or
   * is under way. In one transaction.
   */
  letGo(legId: string, cause: LetGoCause): Promise<string | null>
  /** The running trades that were let go. */
  letGoTrades(): Promise<readonly string[]>
}

export interface RemovedStopsParts {
  readonly records: LetGoRecords
  /** The exit lane: an exit that is wanted meanwhile comes after the decision. */
  readonly lane: JobQueue
  /** A trade is its owner's from now on. */
  readonly onLetGo: (tradeId: string) => void
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Decides what follows when an owner interferes with a leg in the broker's app. When he cancels its protective stop, his setting says whether
 * that is placed again or the trade is let go, all legs of it, as a sold leg must not be managed beside a hedge that is not. When he moves a
 * leg of several to another product, the trade is let go: a hedge is not sold beside what it hedges. Of its own accord the engine sends no
 * order for such a trade any more. What cannot be decided is protected again.
 */
export class RemovedStops {
  readonly #parts: RemovedStopsParts
  /** Decisions under way, by leg. */
  readonly #undecided = new Map<string, { readonly cause: LetGoCause; readonly decided: Promise<void> }>()
  /** Trades, until the books are read again. */
  #letGo = new Set<string>()

  constructor(parts: RemovedStopsParts) {
    this.#parts = parts
  }

  /** Rereads from the books what was let go, by an earlier engine too. Returns those trades. */
  async resume(): Promise<readonly string[]> {
    const tradeIds = await this.#parts.records.letGoTrades()
    this.#letGo = new Set(tradeIds)
    return tradeIds
  }

  /** Whether a trade was let go. */
  has(tradeId: string): boolean {
    return this.#letGo.has(tradeId)
  }

  /** Whether it is being decided what becomes of a leg. */
  isUndecided(legId: string): boolean {
    return this.#undecided.has(legId)
  }

  /** The owner of a leg has removed a stop of it, or converted it. Resolves once it is decided what follows from that. Never rejects. */
  async decide(legId: string, cause: LetGoCause): Promise<void> {
    for (let other = this.#undecided.get(legId); other; other = this.#undecided.get(legId)) {
      await other.decided
      if (other.cause === cause) return
    }
    const decided = this.#decide(legId, cause)
    this.#undecided.set(legId, { cause, decided })
    await decided
    this.#undecided.delete(legId)
  }

  async #decide(legId: string, cause: LetGoCause): Promise<void> {
    const { records, lane, onLetGo, log } = this.#parts
    await lane.add('decide on a removed stop', async () => {
      const tradeId = await records.letGo(legId, cause)
      log.warn({ legId, cause, letGo: tradeId !== null }, 'an owner has taken a leg in hand at the broker')
      if (tradeId === null || this.#letGo.has(tradeId)) return
      this.#letGo.add(tradeId)
      onLetGo(tradeId)
    })
  }
}
