import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Candle } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { addDays, istDate, MINUTE, SECOND, type Instant, type IsoDate } from '../../schema/time.ts'

/** From the start of one call to the start of the next, in real time: leaves most of the broker's budget to live trading. */
const CALL_EVERY_MS = SECOND
/** The span of a call in calendar days: the broker's maximum per call. */
const SPAN_DAYS = 28
const LONGEST_ERROR_DELAY = 30 * SECOND
/** How often it checks for new needs once nothing is left to fetch. */
const LOOK_EVERY_MS = 5 * SECOND
/** Sessions beyond the needed ones: some days turn out to be short or holidays. */
const SPARE_SESSIONS = 5

/** Which history is stored, and which of it was requested already. */
export interface CandleArchive {
  /** By day, from a given day on: how many candles of an index are stored. */
  storedDays(index: IndexSymbol, since: IsoDate): Promise<ReadonlyMap<IsoDate, number>>
  /** The days, from a given day on, whose candles were already requested. */
  askedDays(index: IndexSymbol, since: IsoDate): Promise<ReadonlySet<IsoDate>>
  /** In one transaction: stores the missing candles and marks these days as fetched. */
  saveDays(index: IndexSymbol, days: readonly IsoDate[], candles: readonly Candle[]): Promise<void>
}

export interface BackfillParts {
  /** The market's own closed candles with `from` ≤ time < `to`. Rejects with a BrokerError. */
  readonly history: (index: IndexSymbol, from: Instant, to: Instant) => Promise<readonly Candle[]>
  readonly archive: CandleArchive
  /** How many sessions before the present day each index needs. */
  readonly needed: () => Promise<ReadonlyMap<IndexSymbol, number>>
  readonly rules: () => MarketRules
  /** The market's present day, which the stream covers. */
  readonly today: () => IsoDate
  /** All that is needed and available is stored. Called with every check; `more`: candles have come since the last call. */
  readonly onThere: (more: boolean) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Waits, in real milliseconds; by timers that end with the signal unless given. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** How far back an index's history goes. */
export interface PastOfIndex {
  /** Sessions before the present day with candles, among those examined. */
  readonly stored: number
  /** Sessions still to fetch. */
  readonly missing: number
}

interface Span {
  readonly index: IndexSymbol
  /** Newest first. */
  readonly days: readonly IsoDate[]
}

/**
 * Fetches the minutes before the stored ones in the background: newest first, one call per second and one at a time, as far back as needed.
 * Never refetches what is stored or was requested, not even after a restart; retries failures until they succeed.
 */
export class Backfill {
  readonly #parts: BackfillParts
  readonly #stopping = new AbortController()
  readonly #missing = new Map<IndexSymbol, readonly IsoDate[]>()
  readonly #stored = new Map<IndexSymbol, ReadonlySet<IsoDate>>()
  /** The day on which each index was examined, and how far back. */
  readonly #surveyed = new Map<IndexSymbol, string>()
  #working: Promise<void> | null = null
  #more = false
  #calls = 0
  #candles = 0

  constructor(parts: BackfillParts) {
    this.#parts = parts
  }

  /** Starts checking on its own. */
  start(): void {
    this.#working ??= this.#work()
  }

  /** Stops without waiting for the broker. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  /** For an index without needs: nothing stored, nothing missing. */
  pastOf(index: IndexSymbol): PastOfIndex {
    return { stored: this.#stored.get(index)?.size ?? 0, missing: this.#missing.get(index)?.length ?? 0 }
  }

  /** Estimated real milliseconds left; 0 when there is nothing to fetch. */
  get timeLeft(): number {
    let calls = 0
    for (const days of this.#missing.values()) calls += spansIn(days)
    return calls * CALL_EVERY_MS
  }

  /** Since the start: calls answered, and candles they brought. */
  get counts(): { readonly calls: number; readonly candles: number } {
    return { calls: this.#calls, candles: this.#candles }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    let failures = 0
    while (!signal.aborted) {
      try {
        await this.#survey()
        for (let span = this.#newest(); span; span = this.#newest()) {
          const next = this.#pause(CALL_EVERY_MS)
          await this.#fetch(span)
          failures = 0
          await next
          if (signal.aborted) return
        }
        await this.#parts.onThere(this.#more)
        this.#more = false
        await this.#pause(LOOK_EVERY_MS)
      } catch (error) {
        if (signal.aborted) return
        this.#parts.log.warn({ err: error, failures: ++failures }, 'older candles not read: tried again')
        await this.#pause(Math.min(LONGEST_ERROR_DELAY, SECOND * 2 ** failures))
      }
    }
  }

  /** What is needed now, and how much is stored. */
  async #survey(): Promise<void> {
    const { needed, archive, rules, today } = this.#parts
    const before = this.#sessionsMissing()
    for (const [index, sessions] of await needed()) {
      const surveyed = `${today()} ${sessions}`
      if (this.#surveyed.get(index) === surveyed) continue
      const days = sessionsBefore(rules(), today(), sessions === 0 ? 0 : sessions + SPARE_SESSIONS)
      const since = days.at(-1) ?? today()
      const [stored, asked] = [await archive.storedDays(index, since), await archive.askedDays(index, since)]
      this.#surveyed.set(index, surveyed)
      this.#stored.set(index, new Set(days.filter((day) => stored.has(day))))
      this.#missing.set(
        index,
        days.filter((day) => !asked.has(day) && (stored.get(day) ?? 0) < minutesOf(rules(), day)),
      )
    }
    const missing = this.#sessionsMissing()
    if (missing > before) this.#parts.log.info({ sessions: missing, secondsLeft: this.timeLeft / SECOND }, 'older candles are fetched')
  }

  async #fetch({ index, days }: Span): Promise<void> {
    const { history, archive, rules, log } = this.#parts
    const sessions = days.flatMap((day) => rules().indexSessionOf(day) ?? [])
    const wanted = new Set(days)
    const found = await this.#unlessStopped(history(index, sessions.at(-1)!.open, sessions[0]!.close))
    const candles = found.filter(
      ({ time }) => wanted.has(istDate(time)) && sessions.some(({ open, close }) => time >= open && time < close),
    )
    await archive.saveDays(index, days, candles)
    this.#calls++
    this.#candles += candles.length
    this.#more ||= candles.length > 0
    const missing = (this.#missing.get(index) ?? []).filter((day) => !wanted.has(day))
    this.#missing.set(index, missing)
    this.#stored.set(index, new Set([...(this.#stored.get(index) ?? []), ...candles.map(({ time }) => istDate(time))]))
    if (this.#sessionsMissing() === 0) log.info(this.counts, 'older candles are there')
  }

  /** The next span to fetch: of the index that lacks the newest day. */
  #newest(): Span | null {
    let newest: Span | null = null
    for (const [index, missing] of this.#missing) {
      const [day] = missing
      if (day !== undefined && (newest === null || day > newest.days[0]!)) newest = { index, days: spanOf(missing) }
    }
    return newest
  }

  #sessionsMissing(): number {
    let missing = 0
    for (const days of this.#missing.values()) missing += days.length
    return missing
  }

  /** The broker's answer; rejects when stopped, however long the broker takes. */
  #unlessStopped<T>(answer: Promise<T>): Promise<T> {
    const { signal } = this.#stopping
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(new Error('stopped'))
      signal.addEventListener('abort', stop)
      void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })
  }

  /** Ends early, without an error, when stopped: the callers check the signal. */
  async #pause(ms: number): Promise<void> {
    const { pause } = this.#parts
    const { signal } = this.#stopping
    await (pause ? pause(ms, signal) : sleep(ms, undefined, { signal }).catch(() => undefined))
  }
}

/** The part of the days, newest first, that one call covers from the newest on. */
function spanOf(days: readonly IsoDate[]): readonly IsoDate[] {
  const since = addDays(days[0]!, -SPAN_DAYS)
  return days.filter((day) => day > since)
}

function spansIn(days: readonly IsoDate[]): number {
  let spans = 0
  for (let left = days; left.length > 0; left = left.slice(spanOf(left).length)) spans++
  return spans
}

/** Newest first. */
function sessionsBefore(rules: MarketRules, today: IsoDate, count: number): readonly IsoDate[] {
  const days: IsoDate[] = []
  for (let day = rules.previousTradingDay(today); days.length < count; day = rules.previousTradingDay(day)) days.push(day)
  return days
}

function minutesOf(rules: MarketRules, day: IsoDate): number {
  const session = rules.indexSessionOf(day)
  return session ? (session.close - session.open) / MINUTE : 0
}
