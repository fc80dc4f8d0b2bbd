/** The last so many values. */
export class Window {
  readonly #values: Float64Array
  #place = 0
  #count = 0

  constructor(length: number) {
    this.#values = new Float64Array(length)
  }

  /** Takes a value in and answers the one that leaves for it; 0 while there is room. */
  push(value: number): number {
    const left = this.#values[this.#place]!
    this.#values[this.#place] = value
    if (++this.#place === this.#values.length) this.#place = 0
    if (this.#count < this.#values.length) this.#count++
    return left
  }

  get isFull(): boolean {
    return this.#count === this.#values.length
  }
}
