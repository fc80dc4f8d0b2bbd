/**
 * Where the upper band of a Supertrend can be, whatever the history before: an interval that begins as everything. A band moves down to the
 * bar's own, or to it anyway when the close before broke it. So of all the bands that could be those below the close become the bar's, and the others
 * are the lower of theirs and the bar's; when the bar's is below, or the close above, all that could be, there is one left.
 */
export class UnknownBand {
  #low = -Infinity
  #high = Infinity

  /** `band`: the bar's own. `before`: the close before it. */
  step(band: number, before: number): void {
    if (before > this.#high) {
      this.#low = this.#high = band
      return
    }
    this.#high = before > this.#low ? band : Math.min(band, this.#high)
    this.#low = Math.min(band, Math.max(before, this.#low))
  }

  /** Whether there is one place left. From then on every history has this band. */
  get isKnown(): boolean {
    return this.#low === this.#high
  }
}
