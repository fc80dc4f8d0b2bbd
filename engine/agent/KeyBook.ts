import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { experienceOf, newKeyRecord } from '../analysis/agent/advanceRecord.ts'
import { GRID_LOOKBACKS, GRID_MINUTES, gridNeighbours } from '../analysis/agent/agentModel.ts'
import type { Experience } from '../analysis/agent/Analysis.ts'
import { isOpen } from '../analysis/agent/gate.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import type { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import type { AgentKeyName, KeyProgress, ScannedTo } from './AgentStore.ts'

/** The records of all keys of the grid as they are stored. */
export class KeyBook {
  readonly #keys = new Map<string, KeyProgress>()
  /** Caches what keys have learnt: a scan requests hundreds of lookbacks, and each answer sorts 1,500 numbers. */
  readonly #experiences = new Map<string, Experience>()

  constructor(stored: readonly KeyProgress[]) {
    for (const symbol of INDEX_SYMBOLS)
      for (const lookback of GRID_LOOKBACKS) this.put({ symbol, lookback, record: newKeyRecord(), scanned: null })
    for (const key of stored) this.put(key)
  }

  put(key: KeyProgress): void {
    this.#keys.set(nameOf(key), key)
    this.#experiences.delete(nameOf(key))
  }

  get all(): readonly KeyProgress[] {
    return [...this.#keys.values()]
  }

  /** Null for a lookback that is not of the grid. */
  get(name: AgentKeyName): KeyProgress | null {
    return this.#keys.get(nameOf(name)) ?? null
  }

  /** The keys whose gates decide for a lookback. */
  gatesOf({ symbol, lookback }: AgentKeyName): AgentRecord['gates'] {
    return this.#neighbours(symbol, lookback).map(({ lookback: grid, record: { gate, control } }) => ({
      lookback: grid,
      evidence: gate.evidence,
      open: isOpen(gate),
      control: control.count === 0 ? null : control.sum / control.count,
    }))
  }

  /** What the nearest key of the grid has learnt. */
  experienceOf({ symbol, lookback }: AgentKeyName): Experience {
    const [nearest] = this.#neighbours(symbol, lookback).toSorted(
      (a, b) => Math.abs(a.lookback - lookback) - Math.abs(b.lookback - lookback),
    )
    if (!nearest) return experienceOf(newKeyRecord())
    const name = nameOf(nearest)
    let experience = this.#experiences.get(name)
    if (!experience) this.#experiences.set(name, (experience = experienceOf(nearest.record)))
    return experience
  }

  #neighbours(symbol: IndexSymbol, lookback: number): KeyProgress[] {
    return gridNeighbours(lookback).flatMap((grid) => this.get({ symbol, lookback: grid }) ?? [])
  }
}

/** Whether a key has covered all finished sessions, and through today's scans up to `today` (null: none yet). */
export function isCaughtUp({ record, scanned }: KeyProgress, history: SessionIndex, today: ScannedTo | null): boolean {
  if (history.count > 0 && record.lastSession !== history.dateOf(history.count - 1)) return false
  if (today === null || today.candles < GRID_MINUTES) return true
  return scanned?.date === today.date && scanned.candles >= today.candles
}

/** Finished sessions that a record holds, or will. One imported later that lies before the last of them is searched, but never walked. */
export function sessionsToWalk({ sessions, lastSession }: KeyRecord, history: SessionIndex): number {
  return sessions + history.count - history.placeAfter(lastSession)
}

/** One text for one key. */
export function nameOf({ symbol, lookback }: AgentKeyName): string {
  return `${symbol} ${lookback}`
}
