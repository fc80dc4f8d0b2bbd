import { toRupees } from '../../../schema/money.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { uncoveredYears } from '../../../schema/market/coveredYears.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { BacktestMarket, Traded } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { ModelGap } from '../premiums/modelGap.ts'
import { recordedGap } from '../premiums/recordedGap.ts'

/** The data behind backtests, for readers: JSON. */
export interface BacktestScope {
  readonly index: IndexSymbol
  /** First and last traded day, and how many there were. */
  readonly from: IsoDate
  readonly to: IsoDate
  readonly days: number
  /** Rupees. */
  readonly funds: number
  readonly lots: number
  /** The source of the trades' prices. */
  readonly traded: string
  /** Traded years whose market rules are not all known. */
  readonly uncoveredYears: readonly number[]
  /** How far the option model is from recorded premiums; null when there are none. */
  readonly modelGap: readonly ModelGap[] | null
}

/** The days of the history that a plan trades, oldest first. */
export function datesTraded({ from, to }: Pick<BacktestPlan, 'from' | 'to'>, { days }: BacktestMarket): IsoDate[] {
  return days.map(({ date }) => date).filter((date) => !(from !== null && date < from) && !(to !== null && date > to))
}

/** Null when the plan trades no day of the history. */
export function backtestScope(plan: BacktestPlan, market: BacktestMarket): BacktestScope | null {
  const dates = datesTraded(plan, market)
  const [from] = dates
  const to = dates.at(-1)
  if (from === undefined || to === undefined) return null
  return {
    ...{ index: market.index, from, to, days: dates.length },
    ...{ funds: toRupees(plan.account.funds), lots: plan.settings.lots, traded: describeTraded(market.traded) },
    uncoveredYears: uncoveredYears(market.rules, dates),
    modelGap: recordedGap(market),
  }
}

function describeTraded(traded: Traded): string {
  if (traded.kind === 'INDEX') return 'the index itself, free of charge'
  const { volatility } = traded
  const level = typeof volatility === 'number' ? `${Number((volatility * 100).toFixed(2))}% volatility` : 'the volatility of each day'
  const model = `the option model at ${level}`
  return traded.candles.size === 0 ? `options priced by ${model}` : `options priced by stored candles, else by ${model}`
}
