import type { Logger } from 'pino'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import type { Session } from '../../schema/market/MarketRules.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { SCAN_MINUTES, type AgentVerdict } from '../../schema/trading/agent.ts'
import { GRID_LOOKBACKS, GRID_MINUTES, gridNeighbours } from '../analysis/agent/agentModel.ts'
import { agentSession } from './agentSession.ts'
import type { AgentKeyName, AgentStore, KeyProgress, KeyStep, ScannedTo } from './AgentStore.ts'
import type { AgentThreads } from './AgentThreads.ts'
import type { ExamineTask } from './examine.ts'
import { FinishedSessions } from './FinishedSessions.ts'
import { IndexSights, type IndexSight, type IndexSightsParts } from './IndexSights.ts'
import { isCaughtUp, KeyBook, nameOf, sessionsToWalk } from './KeyBook.ts'
import { ScanTimes } from './ScanTimes.ts'

/** Market time after which the verdicts of a scan are not traded any more. */
const VERDICT_LIFE = 2 * MINUTE
/** Sessions that a key is walked through per write: two seconds of a thread that nothing else takes. */
const WALK_SESSIONS = 15
/** Real milliseconds: between two looks whether an agent was switched on, and after a failure. */
const LOOK_EVERY_MS = 2 * SECOND
const REST_MS = 5 * SECOND
/** For the user whose analysis failed by a fault of ours. */
const FAULT = 'The analysis failed on our side. Try again; the engine’s log has the reason.'

export interface ResearchServiceParts extends IndexSightsParts {
  readonly market: string
  readonly store: AgentStore
  readonly threads: Pick<AgentThreads, 'run' | 'runFirst' | 'runPatiently' | 'close'>
  /** Real time. */
  readonly now: () => Instant
  /** Whether this node leads: one of all does. */
  readonly isMine: () => boolean
  /** Whether the history that is wanted has been fetched. */
  readonly isHistoryThere: () => boolean
  /** Begins to hand this node what users want analysed, until it is closed. */
  readonly openRequests: (answer: (requestId: string, job: { readonly isLast: boolean }) => Promise<void>) => { close(): Promise<void> }
  readonly log: Pick<Logger, 'info' | 'warn'>
}

type VerdictListener = (verdicts: readonly AgentVerdict[]) => void

/** What the node that leads knows. */
interface Lead {
  readonly keys: KeyBook
  readonly sessions: FinishedSessions
  /** The minute of the last stored scan; null: none. */
  scannedAt: Instant | null
  /** Keys whose record a scan or a walk is carrying on. */
  readonly inHand: Set<string>
  readonly requests: { close(): Promise<void> }
}

/**
 * The research service. It sleeps until a first agent is switched on. From then on the leading node scans the market every two minutes
 * for the agents that are due, each index and lookback once, and every five minutes the 28 keys of the grid, used or not; between
 * scans it walks the grid's keys through the history. A scan is stored in one transaction: a node that takes over continues with
 * the next minute that is not stored.
 */
export class ResearchService {
  readonly #parts: ResearchServiceParts
  readonly #sights: IndexSights
  readonly #times: ScanTimes
  readonly #listeners = new Set<VerdictListener>()
  #wanted = false
  #lead: Lead | null = null
  #scanning: Promise<void> | null = null
  #walking: Promise<void> | null = null
  /** Real time. */
  #restUntil = -Infinity
  #stopped = false
  #scans = 0
  #analyses = 0

  constructor(parts: ResearchServiceParts) {
    this.#parts = parts
    this.#sights = new IndexSights(parts)
    this.#times = new ScanTimes(parts)
  }

  /** Whether an agent was ever switched on, so that history is wanted. */
  get isWanted(): boolean {
    return this.#wanted
  }

  /** Since the start, by this node. */
  get counts(): { readonly scans: number; readonly analyses: number } {
    return { scans: this.#scans, analyses: this.#analyses }
  }

  /** Time moved on. Never rejects. */
  onTime(): void {
    const { now, isMine } = this.#parts
    if (!isMine() && this.#lead) this.#resign(this.#lead)
    if (this.#stopped || !isMine() || now() < this.#restUntil) return
    this.#scanning ??= this.#guarded(() => this.#next(), 'the market was not scanned').finally(() => (this.#scanning = null))
    this.#walking ??= this.#guarded(() => this.#walk(), 'the walk-forward rests').finally(() => (this.#walking = null))
  }

  /** Called with a scan's tradable verdicts, on every node, whichever scanned; perhaps more than once. Returns the unsubscribe function. */
  onVerdicts(listener: VerdictListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A scan is stored. Never rejects. */
  async onScanned(): Promise<void> {
    const { store, marketNow } = this.#parts
    if (this.#stopped || this.#listeners.size === 0) return
    await this.#guarded(async () => {
      const verdicts = await store.verdictsSince(marketNow() - VERDICT_LIFE)
      if (verdicts.length > 0) for (const listener of this.#listeners) listener(verdicts)
    }, 'verdicts were not told')
  }

  /** Ends its threads and waits for writes in progress; the next leader repeats an unfinished scan or walk. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#parts.threads.close()
    await Promise.all([this.#scanning, this.#walking])
    await this.#lead?.requests.close()
  }

  /** Analyses a user's request now. Rejects when it cannot yet: a later retry may succeed. */
  async #answer(requestId: string, { isLast }: { readonly isLast: boolean }): Promise<void> {
    try {
      await this.#analyse(requestId)
    } catch (error) {
      if (isLast) await this.#parts.store.refuse(requestId, FAULT)
      throw error
    }
  }

  async #analyse(requestId: string): Promise<void> {
    const { store, threads } = this.#parts
    const lead = this.#lead
    if (!lead) throw new Error('this node does not lead the research service')
    const key = await store.request(requestId)
    if (!key) return
    const sight = this.#sights.latest(key.symbol)
    if (!sight) throw new Error(`no session of ${key.symbol} is known`)
    // A user waits for it: a scan that is under way does not.
    const { found } = await threads.runFirst('examine', this.#examination(lead, key, sight, false))
    if (!(await store.answer(requestId, found))) throw new Error('another node leads the research service by now')
  }

  async #guarded(work: () => Promise<void>, failure: string): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.#stopped) return
      this.#restUntil = this.#parts.now() + REST_MS
      this.#parts.log.warn({ err: error }, failure)
    }
  }

  /** The next thing to do: wake up, take the lead, read sessions, scan. */
  async #next(): Promise<void> {
    const { store, threads, rules, now, marketNow, isMine, isHistoryThere } = this.#parts
    if (!this.#wanted) {
      this.#wanted = await store.isWanted()
      if (!this.#wanted) this.#restUntil = now() + LOOK_EVERY_MS
      return
    }
    const lead = this.#lead
    if (!lead) {
      const keys = new KeyBook(await store.keys())
      const sessions = new FinishedSessions({ store, threads, rules })
      const scannedAt = await store.begin()
      if (!isMine()) return
      const requests = this.#parts.openRequests((id, job) => this.#answer(id, job))
      this.#lead = { keys, sessions, scannedAt, inHand: new Set(), requests }
      return
    }
    const date = istDate(marketNow())
    const session = agentSession(rules(), date)
    if (isHistoryThere() && this.#times.isDayBeforeThere(session)) await lead.sessions.readBefore(date)
    // Another node may lead by now, or this one anew.
    if (this.#lead !== lead) return
    const minute = session && this.#times.dueMinute(lead.scannedAt, session)
    if (session && minute !== null) await this.#scan(lead, session, minute)
  }

  async #scan(lead: Lead, session: Session, minute: number): Promise<void> {
    const { store, threads, log } = this.#parts
    const began = performance.now()
    const due = minute % SCAN_MINUTES === 0 ? await store.dueKeys(minute, minute - SCAN_MINUTES) : []
    const names = new Map([...due, ...(minute % GRID_MINUTES === 0 ? GRID : [])].map((key) => [nameOf(key), key]))
    // Once for each index, whatever the number of keys.
    const days = new Map(INDEX_SYMBOLS.map((symbol) => [symbol, this.#sights.after(symbol, session, minute)]))
    const going = new Set(
      [...names].filter(([, key]) => this.#goesOn(lead, key, days.get(key.symbol)!.today.date, minute)).map(([name]) => name),
    )
    for (const name of going) lead.inHand.add(name)
    try {
      const examined = await Promise.all(
        [...names].map(async ([name, key]) => threads.run('examine', this.#examination(lead, key, days.get(key.symbol)!, going.has(name)))),
      )
      const keys = examined.flatMap(({ found: { symbol, lookback }, step }): KeyStep[] =>
        step
          ? [this.#stepOf(lead, { symbol, lookback }, { ...step, scanned: { date: days.get(symbol)!.today.date, candles: minute } })]
          : [],
      )
      if (this.#lead !== lead) return
      const at = session.open + minute * MINUTE
      const found = examined.map((each) => each.found)
      if (!(await store.saveScan({ at, found, keys, tookMs: performance.now() - began }))) return this.#resign(lead)
      for (const key of keys) lead.keys.put(key)
      lead.scannedAt = at
      this.#scans++
      this.#analyses += found.length
      if (minute === SCAN_MINUTES) log.info({ analyses: found.length, walked: lead.keys.all.length }, 'the agents scan this session')
    } finally {
      for (const name of going) lead.inHand.delete(name)
    }
  }

  /** Whether this scan is the next one of a key of the grid. */
  #goesOn(lead: Lead, name: AgentKeyName, date: string, minute: number): boolean {
    const key = lead.keys.get(name)
    if (!key || minute % GRID_MINUTES !== 0 || lead.inHand.has(nameOf(name))) return false
    const before = minute - GRID_MINUTES
    return (
      isCaughtUp(key, lead.sessions.of(name.symbol), { date, candles: before }) &&
      !(key.scanned?.date === date && key.scanned.candles > before)
    )
  }

  /** What examining a key takes. `goesOn`: whether that carries its record on. */
  #examination(lead: Lead, key: AgentKeyName, sight: IndexSight, goesOn: boolean): ExamineTask {
    return {
      ...{ market: this.#parts.market, key, ...sight },
      sessions: lead.sessions.of(key.symbol).shared,
      experience: lead.keys.experienceOf(key),
      gates: lead.keys.gatesOf(key),
      record: goesOn ? lead.keys.get(key)!.record : null,
    }
  }

  /** Walks the key that needs it first through some more of the history. */
  async #walk(): Promise<void> {
    const { store, threads, rules, marketNow, isHistoryThere } = this.#parts
    const lead = this.#lead
    if (!lead || !isHistoryThere()) return
    const date = istDate(marketNow())
    const session = agentSession(rules(), date)
    const { scannedAt } = lead
    const isBegun = session !== null && scannedAt !== null && scannedAt > session.open
    const candles = isBegun ? Math.floor((scannedAt - session.open) / MINUTE / GRID_MINUTES) * GRID_MINUTES : 0
    const key = await this.#firstBehind(lead, { date, candles })
    if (!key) return
    const name = nameOf(key)
    lead.inHand.add(name)
    try {
      const today = session && this.#sights.today(key.symbol, session, candles)
      const sessions = lead.sessions.of(key.symbol).shared
      const done = await threads.runPatiently('carryOn', { key, sessions, today, atMost: WALK_SESSIONS })
      // A scan of a later lead may have carried the key on.
      if (this.#lead !== lead) return
      const step = this.#stepOf(lead, key, done)
      if (!(await store.saveKeys([step]))) return this.#resign(lead)
      lead.keys.put(step)
    } finally {
      lead.inHand.delete(name)
    }
  }

  /** The key that is behind: first among keys that agents use. */
  async #firstBehind(lead: Lead, today: ScannedTo): Promise<KeyProgress | null> {
    const behind = lead.keys.all.filter((key) => {
      const history = lead.sessions.of(key.symbol)
      return history.count > 0 && !lead.inHand.has(nameOf(key)) && !isCaughtUp(key, history, today)
    })
    if (behind.length === 0) return null
    const wanted = new Set(
      (await this.#parts.store.wantedKeys()).flatMap(({ symbol, lookback }) =>
        gridNeighbours(lookback).map((grid) => nameOf({ symbol, lookback: grid })),
      ),
    )
    return behind.find((key) => wanted.has(nameOf(key))) ?? behind[0]!
  }

  #stepOf(
    lead: Lead,
    { symbol, lookback }: AgentKeyName,
    { record, trades, scanned }: Pick<KeyStep, 'record' | 'trades' | 'scanned'>,
  ): KeyStep {
    return { symbol, lookback, record, trades, scanned, sessions: sessionsToWalk(record, lead.sessions.of(symbol)) }
  }

  /** Another node leads. This one rereads its state when it leads again. Nothing happens when it does so already. */
  #resign(lead: Lead): void {
    if (this.#lead !== lead) return
    // Requests in progress fail, as this node may store nothing, and the leader retries them.
    void lead.requests.close()
    this.#lead = null
  }
}

const GRID: readonly AgentKeyName[] = INDEX_SYMBOLS.flatMap((symbol) => GRID_LOOKBACKS.map((lookback) => ({ symbol, lookback })))
