import { toRupees } from '../../../schema/money.ts'
import { LATENCY_MS } from '../../broker/paper/PaperBroker.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestResult } from '../trades/BacktestResult.ts'
import type { NetRange } from '../run/runWithRange.ts'
import { LEVEL_SOURCES, type LevelSource } from '../volatility/VolatilityLevels.ts'

/** The assumptions of a result that no record backs: JSON. */
export interface Assumptions {
  /** The option model's volatility by source: on how many days, and its lowest and highest, in per cent a trading year. */
  readonly volatility: readonly { readonly source: LevelSource; readonly days: number; readonly low: number; readonly high: number }[]
  /** How many times half a modelled spread, and a stop's slippage, is paid. */
  readonly slippage: number
  /** From sending an order to the quote that fills it: how long a stop slips. */
  readonly latencyMs: number
  /** Whether positions of legs were traded: their margin is an estimate, and the order of their legs' quotes within a minute is assumed. */
  readonly positions: boolean
}

/** A range for readers: rupees. */
export type ReportedRange = { readonly [K in keyof NetRange]: number }

/** `levels`: of a result, or of several with the same settings. */
export function assumptionsOf(
  { levels }: Pick<BacktestResult, 'levels'>,
  { slippage, rules }: Pick<BacktestPlan, 'slippage' | 'rules'>,
): Assumptions {
  const volatility = LEVEL_SOURCES.flatMap((source) => {
    const taken = levels.filter((level) => level.source === source)
    if (taken.length === 0) return []
    const percents = taken.map(({ level }) => Number((level * 100).toFixed(1))).sort((a, b) => a - b)
    return [{ source, days: new Set(taken.map(({ date }) => date)).size, low: percents[0]!, high: percents.at(-1)! }]
  })
  return { volatility, slippage, latencyMs: LATENCY_MS, positions: rules.position !== null }
}

export function rangeInRupees(range: NetRange | null): ReportedRange | null {
  return (
    range && {
      low: toRupees(range.low),
      high: toRupees(range.high),
      lowerVolatility: toRupees(range.lowerVolatility),
      higherVolatility: toRupees(range.higherVolatility),
      doubleSlippage: toRupees(range.doubleSlippage),
      premiumNoise: toRupees(range.premiumNoise),
    }
  )
}
