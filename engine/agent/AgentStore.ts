import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'
import type { AgentReason, AgentVerdict, AgentVerdictName } from '../../schema/trading/agent.ts'
import type { KeyRecord, ShadowTrade } from '../analysis/agent/KeyRecord.ts'

/** What is analysed: an index, over a window of minutes. */
export interface AgentKeyName {
  readonly symbol: IndexSymbol
  readonly lookback: number
}

/** How far a key's record is: the day that it was scanned on last, and the candles of that day that were there. */
export interface ScannedTo {
  readonly date: IsoDate
  readonly candles: number
}

/** The record of a key of the grid, and how far it is. */
export interface KeyProgress extends AgentKeyName {
  readonly record: KeyRecord
  /** Null: it was never scanned. */
  readonly scanned: ScannedTo | null
}

/** A record that was carried on. */
export interface KeyStep extends KeyProgress {
  /** Finished sessions that it holds or will. */
  readonly sessions: number
  /** Shadow trades that ended. */
  readonly trades: readonly ShadowTrade[]
}

/** An analysis, ready to be stored. */
export interface Examined extends AgentKeyName {
  readonly version: number
  readonly candleAt: Instant
  readonly verdict: AgentVerdictName
  readonly reason: AgentReason | null
  /** The decision record (schema/trading/agentRecord.ts) as the text that is hashed. */
  readonly text: string
}

/** The closed minutes of one day. */
export interface StoredDay {
  readonly date: IsoDate
  /** Starts of the minutes, oldest first. */
  readonly times: readonly Instant[]
  /** Paise. */
  readonly closes: readonly number[]
}

/** All findings of a scan. */
export interface Scan {
  /** The minute of the market it was due at. */
  readonly at: Instant
  readonly found: readonly Examined[]
  /** Keys of the grid whose record it carried on. */
  readonly keys: readonly KeyStep[]
  /** Real milliseconds. */
  readonly tookMs: number
}

/** The database of the research service, in one market and one version of the model. */
export interface AgentStore {
  /** Whether anybody ever switched an agent on. */
  isWanted(): Promise<boolean>
  /** The distinct keys of all agents that are on. */
  wantedKeys(): Promise<AgentKeyName[]>
  /** The same of those whose interval ended after the minute `since` of the session, and not after `minute`. */
  dueKeys(minute: number, since: number): Promise<AgentKeyName[]>
  /** The stored days of an index after a date (null: all) and before another, oldest first, in pieces. */
  days(symbol: IndexSymbol, after: IsoDate | null, before: IsoDate): AsyncIterable<readonly StoredDay[]>
  /** How many minutes of an index are stored before a date: more than they were when some were imported. */
  minutesBefore(symbol: IndexSymbol, date: IsoDate): Promise<number>
  keys(): Promise<KeyProgress[]>
  /** Stores that the service is awake, and returns the minute of the last scan that is stored; null: none. */
  begin(): Promise<Instant | null>
  /** Stores a whole scan. False: this node no longer leads, and nothing was stored. */
  saveScan(scan: Scan): Promise<boolean>
  /** Stores how far keys are; false as for saveScan. */
  saveKeys(steps: readonly KeyStep[]): Promise<boolean>
  /** What the last scan's analyses let users trade; none when that scan was before `since`. */
  verdictsSince(since: Instant): Promise<AgentVerdict[]>
  /** The requested key; null: it is answered, or gone. */
  request(id: string): Promise<AgentKeyName | null>
  /** Stores the analysis of a request; false as for saveScan. */
  answer(requestId: string, found: Examined): Promise<boolean>
  /** Ends a request without an analysis, with the reason for its user. */
  refuse(requestId: string, problem: string): Promise<void>
}
