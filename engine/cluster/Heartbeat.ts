import type { Logger } from 'pino'
import { errorText } from '../../schema/errorText.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import type { EngineState } from './engineState.ts'

const BEAT_MS = 1_000
/** Without a successful beat for this long the database counts as away. */
const AWAY_MS = 2_000

export interface HeartbeatParts {
  readonly state: () => EngineState
  /** Stores the state; with `changed` also publishes it. */
  readonly save: (state: EngineState, changed: boolean) => Promise<void>
  /** Real time. */
  readonly now: () => Instant
  readonly log: Logger
}

/** Writes every second that the engine lives and its market's state, and at once when the market's clock or feed changed. */
export class Heartbeat {
  readonly #parts: HeartbeatParts
  #timer: NodeJS.Timeout | undefined
  #saved = ''
  #savedAt: Instant = -Infinity
  #beating: Promise<void> | null = null
  /** Why the last beat was not stored; null: it was. */
  #failure: string | null = null

  constructor(parts: HeartbeatParts) {
    this.#parts = parts
  }

  /** Why the database has not taken a beat lately; null: it has. */
  get databaseProblem(): string | null {
    const silentMs = this.#parts.now() - this.#savedAt
    if (this.#failure !== null) return `the database did not take the last heartbeat: ${this.#failure}`
    if (silentMs < AWAY_MS) return null
    return `the database has not taken a heartbeat ${Number.isFinite(silentMs) ? `for ${Math.round(silentMs / SECOND)} s` : 'yet'}`
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.beat(), BEAT_MS)
    await this.beat()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
  }

  /** Beats now; while a beat is under way, that one counts. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#save().finally(() => (this.#beating = null))
    return this.#beating
  }

  async #save(): Promise<void> {
    const { state, save, now, log } = this.#parts
    const current = state()
    const { market, clock, feed } = current
    const picture = JSON.stringify({ market, clock, feed })
    try {
      await save(current, picture !== this.#saved)
      this.#saved = picture
      this.#savedAt = now()
      if (this.#failure !== null) log.warn('heartbeats are stored again')
      this.#failure = null
    } catch (error) {
      if (this.#failure === null) log.error({ err: error }, 'heartbeat not stored')
      this.#failure = errorText(error)
    }
  }
}
