import type { JobQueue } from '../../runtime/JobQueue.ts'

export interface StandingFactsParts<Facts> {
  /** Of the job that stores them. */
  readonly name: string
  /** For what memory does not depend on. */
  readonly beside: JobQueue
  readonly keep: (facts: Facts) => Promise<void>
}

/** Stores what stands, when that has changed. `Facts` are told apart by their JSON. */
export class StandingFacts<Facts> {
  readonly #parts: StandingFactsParts<Facts>
  /** What the books have; null: not known. */
  #told: string | null = null
  #isHeld = false

  constructor(parts: StandingFactsParts<Facts>) {
    this.#parts = parts
  }

  /** The books may have something else: they are told again. */
  forget(): void {
    this.#told = null
  }

  /** Nothing is told until `release`: what the books have must be read before it is replaced. */
  hold(): void {
    this.#isHeld = true
  }

  /** The books were read. They are told whatever they have. */
  release(): void {
    this.#isHeld = false
    this.forget()
  }

  tell(facts: Facts): void {
    if (this.#isHeld) return
    const told = JSON.stringify(facts)
    if (told === this.#told) return
    this.#told = told
    const { name, beside, keep } = this.#parts
    void beside
      .add(name, () => keep(facts))
      .then((outcome) => {
        if (outcome === 'abandoned') this.forget()
      })
  }
}
