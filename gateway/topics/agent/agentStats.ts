import type { AgentTodayStats, AgentWeekStats } from '../../../schema/graphql/agent.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { rupees } from '../../kit/rupees.ts'
import { winRate } from '../trades/winRate.ts'

/** Trades of one mode and kind since an instant, by their entries. Amounts in paise. */
export interface SumsRow {
  readonly userId: string
  readonly mode: TradeMode
  readonly kind: AgentTradeKind
  readonly today: boolean
  readonly trades: number
  readonly running: number
  readonly known: number
  readonly gained: number
  readonly gross: bigint
  readonly net: bigint
}

/**
 * Paper and live money are never added up, nor are proven and exploratory trades: with any live one, the live ones count, and with any proven
 * one those.
 */
function countedOf(sums: readonly SumsRow[]) {
  const mode: TradeMode = sums.some((row) => row.mode === 'LIVE') ? 'LIVE' : 'PAPER'
  const ofMode = sums.filter((row) => row.mode === mode)
  const kind = ofMode.some((row) => row.kind === 'PROVEN') ? 'PROVEN' : (ofMode[0]?.kind ?? null)
  return { mode, kind, rows: ofMode.filter((row) => row.kind === kind) }
}

const added = (rows: readonly SumsRow[], column: 'trades' | 'running' | 'known' | 'gained' | 'gross' | 'net') =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

/** Of the day so far. */
export function toTodayStats(sums: readonly SumsRow[]): AgentTodayStats {
  const { mode, kind, rows } = countedOf(sums)
  const [totalTrades, runningTrades] = [added(rows, 'trades'), added(rows, 'running')]
  return {
    mode,
    kind,
    totalTrades,
    runningTrades,
    completedTrades: totalTrades - runningTrades,
    totalPnL: rupees(BigInt(added(rows, 'gross'))),
    totalNet: rupees(BigInt(added(rows, 'net'))),
    winRate: winRate(added(rows, 'gained'), added(rows, 'known')),
  }
}

/** Of the last seven days. */
export function toWeekStats(sums: readonly SumsRow[]): AgentWeekStats {
  const { mode, kind, rows } = countedOf(sums)
  const [known, gross, net] = [added(rows, 'known'), added(rows, 'gross'), added(rows, 'net')]
  const perTrade = (sum: number) => (known === 0 ? null : rupees(BigInt(Math.round(sum / known))))
  return {
    mode,
    kind,
    totalTrades: added(rows, 'trades'),
    totalPnL: rupees(BigInt(gross)),
    totalNet: rupees(BigInt(net)),
    averagePnL: perTrade(gross),
    averageNet: perTrade(net),
  }
}
