import type { Logger } from 'pino'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import { BrokerError, type InstrumentKey, type MarketFeed, type Tick } from '../broker/port.ts'

export type WatchedKind = 'index' | 'leg'
/** What was done about a silence. MUTE: subscribing again and another connection did not help, and it is warned of. */
export type Stage = 'TICKING' | 'RESUBSCRIBED' | 'RESTARTED' | 'MUTE'
type Step = 'resubscribe' | 'restart' | 'warn'

/** From each stage: what a silence that has lasted leads to, and what another connection, whoever wanted it, has done already. */
export const STAGES: Readonly<
  Record<Stage, { readonly silent: { readonly to: Stage; readonly step: Step }; readonly reconnected: Stage }>
> = {
  TICKING: { silent: { to: 'RESUBSCRIBED', step: 'resubscribe' }, reconnected: 'RESTARTED' },
  RESUBSCRIBED: { silent: { to: 'RESTARTED', step: 'restart' }, reconnected: 'RESTARTED' },
  RESTARTED: { silent: { to: 'MUTE', step: 'warn' }, reconnected: 'RESTARTED' },
  MUTE: { silent: { to: 'MUTE', step: 'restart' }, reconnected: 'MUTE' },
}

/**
 * Real time of a silence in each stage. An index ticks about every second: 15 s are no chance. An option may rest for minutes: after 30 s
 * the broker is asked, and only a trade that it knows of and the feed has not told is a silence. One that stays mute is given a new
 * connection every five minutes: more often would break the others' candles.
 */
const LASTS: Readonly<Record<WatchedKind, Readonly<Record<Stage, number>>>> = {
  index: { TICKING: 15 * SECOND, RESUBSCRIBED: 15 * SECOND, RESTARTED: 30 * SECOND, MUTE: 5 * MINUTE },
  leg: { TICKING: 30 * SECOND, RESUBSCRIBED: 30 * SECOND, RESTARTED: 30 * SECOND, MUTE: 5 * MINUTE },
}
/** The broker answers a new subscription with its last tick: that is no sign that others follow. */
const FIRST_TICK_MS = 2 * SECOND
const ASK_EVERY_MS = 5 * SECOND

interface Watched {
  readonly key: InstrumentKey
  readonly kind: WatchedKind
  readonly name: string
  stage: Stage
  /** Real time from which its silence counts. */
  since: Instant
  /** Real time of its last tick, or of the start of the watch. */
  heardAt: Instant
  last: Tick | null
}

export interface FeedWatchParts {
  readonly feed: Pick<MarketFeed, 'resubscribe' | 'restart'>
  readonly quotes: (keys: readonly InstrumentKey[]) => Promise<readonly Tick[]>
  /** Called with those that are silent, before anything is done about it: ticks of them are missing. */
  readonly onSilent: (keys: readonly InstrumentKey[]) => void
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Watches that each index and each open leg ticks while others may: subscribes again, then takes another connection, then warns. */
export class FeedWatch {
  readonly #parts: FeedWatchParts
  readonly #watched = new Map<string, Watched>()
  #asking = false
  #askedAt: Instant = -Infinity

  constructor(parts: FeedWatchParts) {
    this.#parts = parts
  }

  follow(key: InstrumentKey, kind: WatchedKind, name: string, now: Instant): void {
    const id = instrumentId(key)
    if (!this.#watched.has(id)) this.#watched.set(id, { key, kind, name, stage: 'TICKING', since: now, heardAt: now, last: null })
  }

  forget(key: InstrumentKey): void {
    this.#watched.delete(instrumentId(key))
  }

  /** A tick came, good or not. */
  heard(tick: Tick, now: Instant): void {
    const watched = this.#watched.get(instrumentId(tick))
    if (!watched) return
    const isNews = watched.last === null || tick.at > watched.last.at
    if (watched.last === null || tick.at >= watched.last.at) watched.last = tick
    if (watched.stage !== 'TICKING' && (!isNews || now - watched.since < FIRST_TICK_MS)) return
    if (watched.stage === 'MUTE') this.#parts.log.info({ instrument: watched.name }, 'ticks again')
    rest(watched, now)
  }

  /** The connection of these was lost, or is back. */
  reconnected(keys: readonly InstrumentKey[], now: Instant): void {
    for (const key of keys) {
      const watched = this.#watched.get(instrumentId(key))
      if (watched) this.#enter(watched, STAGES[watched.stage].reconnected, now)
    }
  }

  /** Nothing needs to tick: the market is closed. */
  pause(now: Instant): void {
    for (const watched of this.#watched.values()) rest(watched, now)
  }

  /** There is no feed: a silence counts from when it is back. */
  hold(now: Instant): void {
    for (const watched of this.#watched.values()) watched.since = now
  }

  /** Looks once: acts on each silence that has lasted. `isServed`: whether the feed has a place for it. */
  look(now: Instant, isServed: (key: InstrumentKey) => boolean): void {
    const due: Watched[] = []
    for (const watched of this.#watched.values()) {
      if (!isServed(watched.key)) rest(watched, now)
      else if (now - watched.since >= LASTS[watched.kind][watched.stage]) due.push(watched)
    }
    this.#act(
      due.filter(({ kind }) => kind === 'index'),
      now,
    )
    const legs = due.filter(({ kind }) => kind === 'leg')
    if (legs.length > 0 && !this.#asking && now - this.#askedAt >= ASK_EVERY_MS) {
      this.#askedAt = now
      void this.#ask(legs, now)
    }
  }

  /** What is warned of, in a sentence each. */
  muteAt(now: Instant): readonly string[] {
    return [...this.#watched.values()]
      .filter(({ stage }) => stage === 'MUTE')
      .map(({ name, heardAt }) => `${name} has not ticked for ${Math.round((now - heardAt) / SECOND)} s while the market is open`)
  }

  /** How many of a kind are mute. */
  muteOf(wanted: WatchedKind): number {
    return [...this.#watched.values()].filter(({ stage, kind }) => stage === 'MUTE' && kind === wanted).length
  }

  /** Legs of which the broker knows a later trade or another price are silent; the others rest. Without an answer nothing is known. */
  async #ask(legs: readonly Watched[], now: Instant): Promise<void> {
    this.#asking = true
    try {
      const quotes = new Map((await this.#parts.quotes(legs.map(({ key }) => key))).map((quote) => [instrumentId(quote), quote]))
      const asked = legs.filter((each) => this.#watched.get(instrumentId(each.key)) === each && each.since <= now)
      const silent = asked.filter(({ key, last }) => isBehind(last, quotes.get(instrumentId(key))))
      for (const watched of asked) if (!silent.includes(watched) && quotes.has(instrumentId(watched.key))) rest(watched, now)
      this.#act(silent, now)
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      this.#parts.log.warn({ reason: error.message, legs: legs.length }, 'silent legs not looked up')
    } finally {
      this.#asking = false
    }
  }

  #act(silent: readonly Watched[], now: Instant): void {
    if (silent.length > 0) this.#parts.onSilent(silent.map(({ key }) => key))
    const stepOf = new Map(silent.map((watched) => [watched, STAGES[watched.stage].silent]))
    for (const [watched, { to }] of stepOf) this.#enter(watched, to, now)
    const toDo = (step: Step) => [...stepOf].flatMap(([watched, each]) => (each.step === step ? watched : []))
    const [again, anew] = [toDo('resubscribe'), toDo('restart')]
    const names = (those: readonly Watched[]) => those.map(({ name }) => name).join(', ')
    for (const { name, heardAt } of toDo('warn')) this.#parts.log.warn({ instrument: name, silentMs: now - heardAt }, 'mute beside others')
    if (again.length > 0) {
      this.#parts.log.warn({ instruments: names(again) }, 'silent beside others: subscribed to again')
      this.#parts.feed.resubscribe(again.map(({ key }) => key))
    }
    if (anew.length > 0) {
      this.#parts.feed.restart(
        `no tick of ${names(anew)} in a session`,
        anew.map(({ key }) => key),
      )
    }
  }

  #enter(watched: Watched, stage: Stage, now: Instant): void {
    watched.stage = stage
    watched.since = now
  }
}

/** It is not silent, as of now. */
function rest(watched: Watched, now: Instant): void {
  Object.assign(watched, { stage: 'TICKING', since: now, heardAt: now })
}

/** Whether a quote tells of a trade that the last tick does not. A subscription brings a first tick: without one there is no stream. */
function isBehind(last: Tick | null, quote: Tick | undefined): boolean {
  if (!quote) return false
  return last === null || quote.lastPrice !== last.lastPrice
}
