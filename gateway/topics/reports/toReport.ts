import type { EquityPoint as ApiPoint } from '../../../schema/graphql/EquityPoint.ts'
import type { Report } from '../../../schema/graphql/reports.ts'
import { toRupees } from '../../../schema/money.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import { deepestDrawdown, type EquityPoint } from '../../../schema/trading/equityOf.ts'
import { performanceOf } from '../../../schema/trading/performanceOf.ts'
import { rupees } from '../../kit/rupees.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { winRate } from '../trades/winRate.ts'
import type { ClosedSums, DaySums, DividedSums } from './readClosedSums.ts'

/** The report of grouped trades of one mode. `sessions`: the days on which their market had one. */
export function toReport(mode: TradeMode, divided: DividedSums, sessions: readonly IsoDate[]): Report {
  const total = (pick: (day: DaySums) => bigint) => divided.days.reduce((sum, day) => sum + pick(day), 0n)
  const trades = Number(total((day) => BigInt(day.trades)))
  const wins = Number(total((day) => BigInt(day.wins)))
  const net = total((day) => day.net)
  const days = divided.days.filter(isKnown)
  // Of the drawn points, which keep it: the figure and the picture cannot differ.
  const deepest = deepestDrawdown(divided.equity)
  let dayEnd = 0n
  const returns = dailyNet(days, sessions)
  const { expectancy, profitFactor, sharpe, sortino } = performanceOf({
    trades,
    net: Number(net),
    won: Number(total((day) => day.won)),
    returns,
  })
  return {
    mode,
    trades,
    unknown: Number(total((day) => BigInt(day.unknown))),
    winRate: winRate(wins, trades),
    gross: rupees(total((day) => day.gross)),
    charges: rupees(total((day) => day.charges)),
    net: rupees(net),
    expectancy: expectancy === null ? null : expectancy / 100,
    profitFactor,
    tradingDays: returns.length,
    sharpe,
    sortino,
    maxDrawdown: deepest && {
      amount: toRupees(deepest.amount),
      peakAt: dated(deepest.peakAt),
      troughAt: new Date(deepest.troughAt),
      recoveredAt: dated(deepest.recoveredAt),
      peakDate: deepest.peakAt === null ? null : istDate(deepest.peakAt),
      troughDate: istDate(deepest.troughAt),
      recoveryDate: deepest.recoveredAt === null ? null : istDate(deepest.recoveredAt),
    },
    equity: divided.equity.map(toPoint),
    days: days.map((day) => ({
      date: day.date,
      ...inRupees(day),
      equity: rupees((dayEnd += day.net)),
      drawdown: rupees(day.drawdown),
    })),
    strategies: divided.strategies
      .filter(isKnown)
      .map((sums) => ({ strategyId: sums.strategyId, strategy: sums.strategy, ...inRupees(sums), winRate: rateOf(sums) })),
    hours: divided.hours
      .filter(isKnown)
      .map((sums) => ({ weekday: sums.weekday, hour: sums.hour, ...inRupees(sums), winRate: rateOf(sums) })),
  }
}

/** A point of an equity curve as the API shows it. */
export function toPoint({ at, equity, drawdown }: EquityPoint): ApiPoint {
  return { at: new Date(at), equity: toRupees(equity), drawdown: toRupees(drawdown) }
}

const dated = (at: Instant | null) => (at === null ? null : new Date(at))

const isKnown = ({ trades }: ClosedSums) => trades > 0

const rateOf = ({ wins, trades }: ClosedSums) => winRate(wins, trades) ?? 0

function inRupees({ trades, gross, charges, net }: ClosedSums) {
  return { trades, gross: rupees(gross), charges: rupees(charges), net: rupees(net) }
}

/** The net of every session from the first to the last of these days, in paise: zero on days without a closed trade. */
function dailyNet(days: readonly DaySums[], sessions: readonly IsoDate[]): number[] {
  const netOf = new Map(days.map((day) => [day.date, Number(day.net)]))
  const all = new Set([...sessions, ...netOf.keys()])
  return [...all].sort().map((date) => netOf.get(date) ?? 0)
}
