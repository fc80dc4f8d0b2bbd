import type { Instant } from '../../../schema/time.ts'

/** Something that does not agree, for a person to judge. */
export interface Difference {
  /** The row of the table. */
  readonly compared: string
  /** What is where, with ids. */
  readonly text: string
  readonly clientCode: string
  /** Trading symbol; null: it is of no contract. */
  readonly option: string | null
  /** Market time; null: at no moment. */
  readonly at: Instant | null
}

/** Counts what agrees, and keeps what does not. */
export class Comparison {
  readonly differences: Difference[] = []
  readonly #rows = new Map<string, { agree: number; total: number }>()

  /** Rows of the table, in the order in which they were begun. */
  get rows(): readonly { readonly compared: string; readonly agree: number; readonly total: number }[] {
    return [...this.#rows].map(([compared, counts]) => ({ compared, ...counts }))
  }

  /** Two values, as JSON, that must be the same; `what` says of which. */
  same(compared: string, ours: unknown, theirs: unknown, what: Omit<Difference, 'compared'>): void {
    const [a, b] = [asText(ours), asText(theirs)]
    this.holds(compared, a === b, { ...what, text: `${what.text}: ${a} against ${b}` })
  }

  holds(compared: string, isSo: boolean, what: Omit<Difference, 'compared'>): void {
    const row = this.#rows.get(compared) ?? { agree: 0, total: 0 }
    this.#rows.set(compared, row)
    row.total++
    if (isSo) row.agree++
    else this.differences.push({ compared, ...what })
  }
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))
}
