import type { IndexSymbol } from '../../schema/market/indices.ts'
import { experienceOf, noteScan, settleScans } from '../analysis/agent/advanceRecord.ts'
import { GRID_MINUTES } from '../analysis/agent/agentModel.ts'
import { realisedPricing } from '../analysis/agent/agentPricing.ts'
import { analyse, lastScanMinute } from '../analysis/agent/analyse.ts'
import type { AgentPricing, Analysis, Experience, Today } from '../analysis/agent/Analysis.ts'
import { fillHoles } from '../analysis/agent/fillHoles.ts'
import type { KeyRecord, ShadowTrade } from '../analysis/agent/KeyRecord.ts'
import type { SessionIndex } from '../analysis/agent/SessionIndex.ts'

export interface KeyScan {
  readonly analysis: Analysis
  /** What the record gave to it. */
  readonly experience: Experience
  readonly record: KeyRecord
  readonly trades: readonly ShadowTrade[]
}

/** How options are priced at the last close of the day where no quotes are; null before the first close. */
export function pricingNow(history: SessionIndex, index: IndexSymbol, today: Today): AgentPricing | null {
  const spot = fillHoles(today.closes).closes.at(-1)
  return spot === undefined || Number.isNaN(spot) ? null : realisedPricing(history, index, today.date, spot)
}

/** The input of a key's scan. The history holds the sessions before today. */
export interface Sight {
  readonly history: SessionIndex
  readonly today: Today
  readonly lookback: number
  readonly pricing: AgentPricing | null
}

/** One scan of a grid key: settles outcomes already known, analyses, and records what was found. */
export function scanKey({ history, today, lookback, pricing }: Sight, record: KeyRecord): KeyScan {
  const settled = settleScans(record, today)
  const experience = experienceOf(settled.record)
  const analysis = analyse(history, today, lookback, pricing, experience)
  return { analysis, experience, record: noteScan(settled.record, analysis), trades: settled.trades }
}

/** All scans of a day after so many candles, up to its last close. */
export function scanRest(
  history: SessionIndex,
  { date, closes, sessionMinutes }: Today,
  { symbol, lookback, after }: { readonly symbol: IndexSymbol; readonly lookback: number; readonly after: number },
  record: KeyRecord,
): Pick<KeyScan, 'record' | 'trades'> {
  let current = record
  const trades: ShadowTrade[] = []
  const first = (Math.floor(after / GRID_MINUTES) + 1) * GRID_MINUTES
  for (let candles = first; candles <= closes.length && candles - 1 <= lastScanMinute(sessionMinutes); candles += GRID_MINUTES) {
    const today = { date, closes: closes.subarray(0, candles), sessionMinutes }
    const scan = scanKey({ history, today, lookback, pricing: pricingNow(history, symbol, today) }, current)
    current = scan.record
    trades.push(...scan.trades)
  }
  return { record: current, trades }
}
