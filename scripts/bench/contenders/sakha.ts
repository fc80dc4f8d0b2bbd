import { computeIndicator } from '../../../engine/analysis/indicators/computeIndicator.ts'
import { BacktestMarket } from '../../../engine/backtest/history/BacktestMarket.ts'
import { runBacktest } from '../../../engine/backtest/run/runBacktest.ts'
import { crossPlan, indexHistory } from '../../../engine/backtest/sweep/testing/sweepPlans.ts'
import { INDICATOR_NAMES, outputsOf } from '../../../schema/rules/indicators.ts'
import { PARAMETERS, type Contender, type Contenders } from './Contender.ts'

const INDICATORS = INDICATOR_NAMES.map((name): [string, Contender] => {
  const call = { name, parameters: PARAMETERS[name] }
  return [
    name,
    (candles) => {
      const outputs = Object.fromEntries(outputsOf(name).map((output) => [output, new Float64Array(candles.time.length)]))
      return () => computeIndicator(candles, call, 1, outputs)
    },
  ]
})

/** Ours: indicators into given columns; the backtest as the engine runs it, with the rule engine, the risk rules and every trade kept. */
export const SAKHA: Contenders = {
  ...Object.fromEntries(INDICATORS),
  'ema cross': (candles) => {
    const market = new BacktestMarket(indexHistory(candles))
    const plan = crossPlan(12, 26)
    return () => runBacktest(plan, market)
  },
}
