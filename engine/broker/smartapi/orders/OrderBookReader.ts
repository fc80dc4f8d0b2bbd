import { readOrderRow, readOrders, type OrderRow } from './bookRows.ts'

/** Reads an account's order book again and again, which comes whole every second: a row that has not changed is not read again. */
export class OrderBookReader {
  /** Of the book before, by their text. */
  #known: ReadonlyMap<string, OrderRow> = new Map()

  /** As readOrders(). */
  read(data: unknown): readonly OrderRow[] {
    const known = new Map<string, OrderRow>()
    const rows = readOrders(data, (row) => {
      const text = JSON.stringify(row)
      const read = this.#known.get(text) ?? readOrderRow(row)
      known.set(text, read)
      return read
    })
    this.#known = known
    return rows
  }
}
