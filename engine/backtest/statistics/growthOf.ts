import type { Paise } from '../../../schema/money.ts'
import { DAY } from '../../../schema/time.ts'
import { RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { drawdownOf, equityAfter, type DailyBalance } from './equity.ts'
import type { Excursion } from './excursionOf.ts'

const DAYS_A_YEAR = 365.25

/** The growth of a backtest's account. Fractions unless stated otherwise; null where the formula has no answer. */
export interface Growth {
  readonly cagr: number | null
  readonly calmar: number | null
  /** Trading days. */
  readonly drawdownDays: number
  /** Paise, and as a fraction of what it fell from. */
  readonly intratradeDrawdown: { readonly amount: number; readonly share: number }
}

/**
 * - cagr = (funds at the end / funds at the start)^(1/years) − 1, a year 365.25 calendar days, the first and the last day traded included;
 *   −1 when everything is lost; null below RATIO_DAYS trading days, too few for a yearly rate
 * - calmar = cagr / deepest drawdown as a fraction, over all days (Young, "Calmar Ratio", 1991, has the last 36 months); null without a drawdown
 * - drawdownDays = the most trading days in a row that ended below the highest end of a day before, the funds at the start included
 * - intratradeDrawdown = the deepest fall from the highest equity after a closed trade to the worst moment within a later one: its
 *   adverse excursion and its charges below the equity it found, concurrent trades counted as they were entered. Never less than the
 *   drawdown over closed trades.
 * `trades` by the time of their exit, `excursions` in their order; `daily` has a row for each day traded.
 */
export function growthOf(
  trades: readonly BacktestTrade[],
  excursions: readonly Excursion[],
  daily: readonly DailyBalance[],
  funds: Paise,
): Growth {
  const points = equityAfter(trades, funds)
  const { share } = drawdownOf(points)
  const cagr = cagrOf(daily, funds)
  let [highest, before, amount, deepest] = [funds as number, funds as number, 0, 0]
  points.forEach(({ equity }, i) => {
    const worst = before - excursions[i]!.adverse - trades[i]!.charges
    amount = Math.max(amount, highest - worst)
    deepest = Math.max(deepest, (highest - worst) / highest)
    before = equity
    highest = Math.max(highest, equity)
  })
  return {
    cagr,
    calmar: cagr === null || share === 0 ? null : cagr / share,
    drawdownDays: drawdownDaysOf(daily, funds),
    intratradeDrawdown: { amount, share: deepest },
  }
}

function cagrOf(daily: readonly DailyBalance[], funds: Paise): number | null {
  const [first] = daily
  const last = daily.at(-1)
  if (!first || !last || daily.length < RATIO_DAYS) return null
  const years = ((Date.parse(last.date) - Date.parse(first.date)) / DAY + 1) / DAYS_A_YEAR
  return Math.max(0, last.equity / funds) ** (1 / years) - 1
}

function drawdownDaysOf(daily: readonly DailyBalance[], funds: Paise): number {
  let [highest, run, longest] = [funds, 0, 0]
  for (const { equity } of daily) {
    run = equity < highest ? run + 1 : 0
    longest = Math.max(longest, run)
    if (equity > highest) highest = equity
  }
  return longest
}
