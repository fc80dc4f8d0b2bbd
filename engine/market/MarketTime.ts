import type { Logger } from 'pino'
import { marketTimeAt, type ClockSegment, type MarketClock } from '../../schema/market/MarketClock.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { istDate, SECOND, type Instant } from '../../schema/time.ts'
import { BrokerError, type MarketBroker } from '../broker/port.ts'

const POLL = 5 * SECOND
const FASTEST_POLL = 250
/** Past sessions that are kept. */
const SESSIONS_KEPT = 8

/** The time on the broker's market, refreshed every few seconds, and more often around the end of a session. */
export class MarketTime {
  readonly #broker: Pick<MarketBroker, 'clock'>
  readonly #now: () => Instant
  readonly #rules: () => MarketRules
  readonly #log: Pick<Logger, 'warn'>
  readonly #listeners = new Set<(clock: MarketClock) => void>()
  /** By session start: the server forgets the past, a late candle may still need it. */
  readonly #sessions = new Map<Instant, ClockSegment>()
  #clock: MarketClock = { kind: 'real' }
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | null = null
  #stopped = false

  constructor(broker: Pick<MarketBroker, 'clock'>, now: () => Instant, rules: () => MarketRules, log: Pick<Logger, 'warn'>) {
    this.#broker = broker
    this.#now = now
    this.#rules = rules
    this.#log = log
  }

  get clock(): MarketClock {
    return this.#clock
  }

  /** Reads the clock; rejects with a BrokerError when it cannot. */
  async start(): Promise<void> {
    this.#learn(await this.#broker.clock())
    this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** The market's time `ago` real milliseconds before now. */
  now(ago = 0): Instant {
    return marketTimeAt(this.#clock, this.#now() - ago)
  }

  /** Market milliseconds per real one. */
  get speed(): number {
    return this.#clock.kind === 'real' ? 1 : this.#clock.speed
  }

  /** Whether the index moves in a minute: only such minutes make candles. */
  isSessionMinute(minute: Instant): boolean {
    if (this.#clock.kind === 'real') {
      const session = this.#rules().indexSessionOf(istDate(minute))
      return session !== null && minute >= session.open && minute < session.close
    }
    for (const { sessionOpen, sessionClose } of this.#sessions.values()) if (minute >= sessionOpen && minute < sessionClose) return true
    return false
  }

  /** Whether the market's history may have a candle of a minute; of a sandbox's past only the latest sessions are kept. */
  mayHaveCandle(minute: Instant): boolean {
    if (this.isSessionMinute(minute)) return true
    if (this.#clock.kind === 'real') return false
    const date = istDate(minute)
    for (const { sessionOpen } of this.#sessions.values()) if (istDate(sessionOpen) === date) return false
    return true
  }

  onChange(listener: (clock: MarketClock) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Refreshes it from the broker now. On failure the known clock runs on. */
  refresh(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = null))
    return this.#polling
  }

  async #poll(): Promise<void> {
    try {
      const clock = await this.#broker.clock()
      if (!this.#stopped) this.#learn(clock)
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      if (!this.#stopped) this.#log.warn({ reason: error.message }, 'market clock not read')
    }
  }

  #learn(clock: MarketClock): void {
    const changed = JSON.stringify(clock) !== JSON.stringify(this.#clock)
    this.#clock = clock
    if (clock.kind === 'sandbox') {
      for (const segment of clock.segments) this.#sessions.set(segment.sessionOpen, segment)
      const past = [...this.#sessions.keys()].sort((a, b) => a - b).slice(0, -SESSIONS_KEPT)
      for (const open of past) this.#sessions.delete(open)
    }
    if (changed) for (const listener of this.#listeners) listener(clock)
  }

  #schedule(): void {
    if (this.#stopped || this.#clock.kind === 'real') return
    this.#timer = setTimeout(() => void this.refresh().then(() => this.#schedule()), this.#nextPollIn())
  }

  /** After a session's end the next one is polled for often, then less and less: a replay has a last session. */
  #nextPollIn(): number {
    const last = this.#clock.kind === 'sandbox' ? this.#clock.segments.at(-1) : undefined
    if (!last) return POLL
    const realClose = last.realStart + (last.sessionClose - last.marketStart) / this.speed
    const sinceClose = this.#now() - realClose
    if (sinceClose < 0) return Math.max(FASTEST_POLL, Math.min(POLL, -sinceClose))
    return Math.min(POLL, Math.max(FASTEST_POLL, sinceClose / 2))
  }
}
