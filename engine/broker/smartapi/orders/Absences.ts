import { SECOND } from '../../../../schema/time.ts'

/** A lagging book shows an earlier moment: a row is gone only when as many reads in a row lack it. */
const GONE_AFTER_READS = 3

/** Rows once seen in a book and now missing, by id. Runs on the monotonic clock. */
export class Absences {
  readonly #goneAfter: number
  readonly #absent = new Map<string, { readonly since: number; reads: number }>()

  /** `seconds`: for how long it must stay away at least. */
  constructor(seconds: number) {
    this.#goneAfter = seconds * SECOND
  }

  present(id: string): void {
    this.#absent.delete(id)
  }

  /** A read of the book, of a moment `at`, lacks it. Whether it is gone. */
  absent(id: string, at: number): boolean {
    const seen = this.#absent.get(id) ?? { since: at, reads: 0 }
    this.#absent.set(id, seen)
    seen.reads++
    return seen.reads >= GONE_AFTER_READS && at - seen.since >= this.#goneAfter
  }
}
