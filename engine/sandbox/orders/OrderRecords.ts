import type { Instant } from '../../../schema/time.ts'
import { DayBook } from './DayBook.ts'
import type { Ledger } from './Ledger.ts'
import type { LedgerEvent } from './LedgerEntry.ts'
import type { Match } from './matchOrder.ts'
import type { SandboxFill, SandboxOrder } from './Order.ts'

/** The ledger and the books that follow from it, with the few ways in which orders change. */
export class OrderRecords {
  readonly ledger: Ledger
  readonly book = new DayBook()

  /** Goes on with what the ledger holds. */
  constructor(ledger: Ledger) {
    this.ledger = ledger
    for (const entry of ledger.entries) this.book.apply(entry)
  }

  write(event: LedgerEvent, at: Instant): void {
    this.book.apply(this.ledger.append(at, event))
  }

  change(order: SandboxOrder, change: Partial<SandboxOrder>, at: Instant): SandboxOrder {
    const changed = { ...order, ...change, updatedAt: at }
    this.write({ kind: 'order', order: changed }, at)
    return changed
  }

  end(order: SandboxOrder, status: 'cancelled' | 'rejected', text: string, at: Instant): void {
    const cancelled = status === 'cancelled' ? order.quantity - order.filled : 0
    this.change(order, { status, resting: null, cancelled, text }, at)
  }

  /** A fill, and the order after it. */
  trade(order: SandboxOrder, { units, price }: Match, at: Instant): SandboxOrder {
    const { orderId, clientCode, exchange, token, tradingSymbol, side, product, tag } = order
    const fillId = String(this.book.fillCount + 1)
    const fill: SandboxFill = { fillId, orderId, clientCode, exchange, token, tradingSymbol, side, product, tag, units, price, at }
    this.write({ kind: 'fill', fill }, at)
    const filled = order.filled + units
    const traded = { filled, filledValue: order.filledValue + units * price }
    if (filled === order.quantity) return this.change(order, { ...traded, status: 'complete', resting: null }, at)
    return this.change(order, { ...traded, status: order.status === 'modified' ? 'open' : order.status }, at)
  }
}
