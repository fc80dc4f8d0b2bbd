import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, MINUTE } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import type { Excursion } from './excursionOf.ts'

/** Sums of some of the trades. Money in paise; null without a trade. */
export interface TradeGroup {
  readonly trades: number
  readonly net: Paise
  readonly winRate: number | null
  readonly expectancy: number | null
}

/** Closed trades one by one. Amounts in paise, means not rounded; null where there is no value. */
export interface TradeStatistics {
  readonly averageWin: number | null
  readonly averageLoss: number | null
  readonly payoff: number | null
  readonly winStreak: number
  readonly lossStreak: number
  readonly holdingMinutes: { readonly mean: number; readonly median: number } | null
  readonly costShare: number | null
  readonly adverse: { readonly mean: number | null; readonly ofWins: number | null }
  readonly favourable: { readonly mean: number | null; readonly ofLosses: number | null }
  readonly expiryDays: { readonly on: TradeGroup; readonly off: TradeGroup } | null
}

/**
 * - a win is a trade with net > 0, every other one a loss: averageWin, averageLoss = their mean net, averageLoss ≤ 0
 * - payoff = averageWin / |averageLoss|; null without a loss of money
 * - streaks = the most wins, and losses, in a row, in the order of the exits
 * - holdingMinutes = from entry to exit; the median of an even count is the mean of the middle two
 * - costShare = charges / gross: what costs took of the profit; null without a gross profit
 * - adverse, favourable = mean excursions (excursionOf.ts), separate for wins and losses: how far a stop may be, and what losers gave back
 * - expiryDays = trades entered on the day their contract, or one of their legs', expires, and all others; null when no contract was traded
 * `trades` by the time of their exit; `excursions` in their order.
 */
export function tradeStatistics(trades: readonly BacktestTrade[], excursions: readonly Excursion[]): TradeStatistics {
  const wins = trades.filter(isWin)
  const losses = trades.filter((trade) => !isWin(trade))
  const averageWin = meanOf(wins.map(({ net }) => net))
  const averageLoss = meanOf(losses.map(({ net }) => net))
  const gross = sumOf(trades.map((trade) => trade.gross))
  const ofTrades = (which: (trade: BacktestTrade) => boolean) => excursions.filter((_, i) => which(trades[i]!))
  const ofOptions = trades.filter((trade) => contractsOf(trade).length > 0)
  const onExpiry = ofOptions.filter(isOnExpiry)
  const offExpiry = ofOptions.filter((trade) => !isOnExpiry(trade))
  return {
    averageWin,
    averageLoss,
    payoff: averageWin === null || !averageLoss ? null : averageWin / -averageLoss,
    winStreak: longestRun(trades, true),
    lossStreak: longestRun(trades, false),
    holdingMinutes: holdingOf(trades),
    costShare: gross > 0 ? sumOf(trades.map(({ charges }) => charges)) / gross : null,
    adverse: { mean: meanOf(excursions.map(({ adverse }) => adverse)), ofWins: meanOf(ofTrades(isWin).map(({ adverse }) => adverse)) },
    favourable: {
      mean: meanOf(excursions.map(({ favourable }) => favourable)),
      ofLosses: meanOf(ofTrades((trade) => !isWin(trade)).map(({ favourable }) => favourable)),
    },
    expiryDays: onExpiry.length + offExpiry.length === 0 ? null : { on: groupOf(onExpiry), off: groupOf(offExpiry) },
  }
}

function contractsOf({ contract, legs }: BacktestTrade): OptionContract[] {
  return contract ? [contract] : legs.map((leg) => leg.contract)
}

function isOnExpiry(trade: BacktestTrade): boolean {
  const date = istDate(trade.entryTime)
  return contractsOf(trade).some(({ expiry }) => expiry === date)
}

function groupOf(trades: readonly BacktestTrade[]): TradeGroup {
  const nets = trades.map(({ net }) => net)
  return {
    trades: trades.length,
    net: paise(sumOf(nets)),
    winRate: trades.length === 0 ? null : trades.filter(isWin).length / trades.length,
    expectancy: meanOf(nets),
  }
}

function longestRun(trades: readonly BacktestTrade[], won: boolean): number {
  let [longest, run] = [0, 0]
  for (const trade of trades) {
    run = isWin(trade) === won ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function holdingOf(trades: readonly BacktestTrade[]): TradeStatistics['holdingMinutes'] {
  if (trades.length === 0) return null
  const held = trades.map(({ entryTime, exitTime }) => (exitTime - entryTime) / MINUTE).sort((a, b) => a - b)
  const middle = (held.length - 1) / 2
  return { mean: sumOf(held) / held.length, median: (held[Math.floor(middle)]! + held[Math.ceil(middle)]!) / 2 }
}

const isWin = ({ net }: BacktestTrade): boolean => net > 0

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length
}
