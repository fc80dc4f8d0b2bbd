/**
 * Counts what is in hand in each lane of this process: what is slow takes places of its own lanes only. One thing may be in several lanes,
 * its user's and its channel's for example.
 */
export class Lanes {
  readonly #placesOf: (lane: string) => number
  readonly #taken = new Map<string, number>()

  /** `placesOf`: how many at once. */
  constructor(placesOf: (lane: string) => number) {
    this.#placesOf = placesOf
  }

  /** Lanes without a free place. */
  get full(): string[] {
    return [...this.#taken.keys()].filter((lane) => this.#isFull(lane))
  }

  /** Whether one of these has no free place. */
  blocks(lanes: readonly string[]): boolean {
    return lanes.some((lane) => this.#isFull(lane))
  }

  /** Takes a place in each, free or not; the returned function gives them back, once. */
  enter(lanes: readonly string[]): () => void {
    for (const lane of lanes) this.#taken.set(lane, this.#takenIn(lane) + 1)
    return () => {
      for (const lane of lanes) {
        const left = this.#takenIn(lane) - 1
        if (left > 0) this.#taken.set(lane, left)
        else this.#taken.delete(lane)
      }
    }
  }

  #takenIn(lane: string): number {
    return this.#taken.get(lane) ?? 0
  }

  #isFull(lane: string): boolean {
    return this.#takenIn(lane) >= this.#placesOf(lane)
  }
}
