import type { SakhaEvent } from '../../schema/events/SakhaEvent.ts'

export interface Wait {
  /** Takes each event from now on; true: what was waited for has happened. */
  readonly hears: (event: SakhaEvent) => boolean
  /** Whether it has happened already; called after subscribing, so that nothing falls in between. */
  readonly look: () => Promise<boolean>
  readonly timeoutMs: number
}

/** Lets requests wait for what the engine does, without asking again and again. */
export class EventWaits {
  readonly #listeners = new Set<(event: SakhaEvent) => void>()
  readonly #giveUps = new Set<() => void>()
  #closed = false

  /** Takes one event from the bus. */
  handle(event: SakhaEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Resolves when it has happened, when the time is over, or when all waiting ends; read then what has become of it. */
  async until({ hears, look, timeoutMs }: Wait): Promise<void> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const listener = (event: SakhaEvent) => {
      if (hears(event)) end()
    }
    const timer = setTimeout(end, timeoutMs)
    this.#listeners.add(listener)
    this.#giveUps.add(end)
    try {
      if (!(await look()) && !this.#closed) await ended
    } finally {
      clearTimeout(timer)
      this.#listeners.delete(listener)
      this.#giveUps.delete(end)
    }
  }

  /** Whether nothing is waited for any more. */
  get closed(): boolean {
    return this.#closed
  }

  /** Ends all waiting, and lets none begin: the server is about to stop. */
  close(): void {
    this.#closed = true
    for (const giveUp of this.#giveUps) giveUp()
  }
}
