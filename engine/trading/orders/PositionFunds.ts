import type { Logger } from 'pino'
import { formatRupees, paise, type Paise } from '../../../schema/money.ts'
import type { BasketOrder, ExecutionPort } from '../../broker/port.ts'
import type { SpendableFunds } from '../../broker/SpendableFunds.ts'
import type { EntryOrder, Order } from './orders.ts'
import { accountOf } from './pricedRequest.ts'

/** Why an entry is refused while the broker cannot be asked. */
export const FUNDS_UNKNOWN = 'the available funds of the account are unknown'

export interface PositionFundsParts {
  readonly broker: Pick<ExecutionPort, 'margin'>
  /** All entries that are to open an entry's position; empty where some of it is open already. */
  readonly openingOf: (entry: EntryOrder) => readonly EntryOrder[]
  /** Whether entries of a trade are under way or still to be sent. */
  readonly isOpening: (tradeId: string) => boolean
  /** The limit that an entry would be sent with now; null without a quote. */
  readonly limitOf: (entry: EntryOrder) => Paise | null
  readonly log: Logger
}

/**
 * Holds what a position takes, all its legs together, against the funds of its account before its first leg is bought: a hedge without the
 * leg that it hedges would be bought for nothing. The funds are set aside until its legs are opened.
 */
export class PositionFunds {
  readonly #parts: PositionFundsParts
  readonly #funds: SpendableFunds
  /** Why positions that are being opened are not affordable, or null; by trade. Their bought legs leave at the same moment and share it. */
  readonly #answers = new Map<string, Promise<string | null>>()

  constructor(parts: PositionFundsParts, funds: SpendableFunds) {
    this.#parts = parts
    this.#funds = funds
  }

  /** Why the position that an entry is about to open is not affordable; null: it is, or the entry opens none. Never rejects. */
  async shortOf(entry: Order): Promise<string | null> {
    if (entry.purpose === 'EXIT' || entry.side === 'SELL' || !entry.terms.position) return null
    for (const tradeId of this.#answers.keys()) if (!this.#parts.isOpening(tradeId)) this.#answers.delete(tradeId)
    const answer = this.#answers.get(entry.tradeId) ?? this.#ask(entry, this.#parts.openingOf(entry))
    this.#answers.set(entry.tradeId, answer)
    return answer
  }

  async #ask(first: EntryOrder, entries: readonly EntryOrder[]): Promise<string | null> {
    if (entries.length < 2) return null
    const { broker, isOpening, log } = this.#parts
    const { tradeId } = first
    const account = accountOf(first)
    try {
      const basket = entries.map((entry) => this.#orderOf(entry))
      const margin = await broker.margin(account, basket)
      const needed = paise(margin + premiumBefore(basket))
      const available = await this.#funds.setAside(account, tradeId, needed, () => !isOpening(tradeId))
      if (available === null) return null
      return `the whole position takes ${formatRupees(needed)} and the account has ${formatRupees(available)}`
    } catch (error) {
      log.warn({ err: error, tradeId }, 'a position was not opened: what the account may spend is not known')
      return FUNDS_UNKNOWN
    }
  }

  #orderOf(entry: EntryOrder): BasketOrder {
    const { contract, side, quantity, reserved } = entry
    // Without a quote, what makes the margin rather too high: little for what is sold, all that was set aside for what is bought.
    const guess = side === 'BUY' ? Math.ceil(reserved / quantity) : contract.tick
    return { contract, side, quantity, pricing: { kind: 'LIMIT', limit: this.#parts.limitOf(entry) ?? paise(guess) } }
  }
}

/** What bought legs cost before sold ones are requested: the margin of these does not deduct it (AccountChecks). */
function premiumBefore(basket: readonly BasketOrder[]): Paise {
  if (basket.every(({ side }) => side === 'BUY')) return paise(0)
  return paise(basket.reduce((sum, { side, quantity, pricing }) => sum + (side === 'BUY' ? quantity * pricing.limit : 0), 0))
}
