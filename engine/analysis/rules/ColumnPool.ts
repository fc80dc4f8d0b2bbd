/**
 * Reused column buffers: fresh memory costs as much as an indicator, so code that computes series after series takes its columns from one
 * pool.
 */
export class ColumnPool {
  readonly #columns: Float64Array[] = []
  #taken = 0

  /** A column of so many elements that nobody else has; it still holds values of its last use. */
  take(length: number): Float64Array {
    let column = this.#columns[this.#taken]
    if (!column || column.length < length) this.#columns[this.#taken] = column = new Float64Array(length)
    this.#taken++
    return column.length === length ? column : column.subarray(0, length)
  }

  /** Every column taken may be handed out again: nobody may use it any more. */
  reset(): void {
    this.#taken = 0
  }
}
