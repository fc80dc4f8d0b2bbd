import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { LiveIncident } from './LiveIncidents.ts'
import type { TradeRecords } from './TradeRecords.ts'

export interface StandingIncidentsParts {
  readonly records: Pick<TradeRecords, 'keepIncidents'>
  /** For what memory does not depend on. */
  readonly beside: JobQueue
}

/** Stores which incidents stand on live accounts, when that has changed. */
export class StandingIncidents {
  readonly #parts: StandingIncidentsParts
  /** What the books have; null: not known. */
  #told: string | null = null

  constructor(parts: StandingIncidentsParts) {
    this.#parts = parts
  }

  /** The books may have something else: they are told again. */
  forget(): void {
    this.#told = null
  }

  tell(standing: readonly LiveIncident[]): void {
    const told = JSON.stringify(standing)
    if (told === this.#told) return
    this.#told = told
    const { records, beside } = this.#parts
    void beside
      .add('keep incidents', () => records.keepIncidents(standing))
      .then((outcome) => {
        if (outcome === 'abandoned') this.forget()
      })
  }
}
