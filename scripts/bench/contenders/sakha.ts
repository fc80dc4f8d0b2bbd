import { computeIndicator } from '../../../engine/analysis/indicators/computeIndicator.ts'
import { INDICATOR_NAMES, outputsOf } from '../../../schema/rules/indicators.ts'
import { PARAMETERS, type Contender, type Contenders } from '../Contender.ts'

/** Ours, into given columns. */
export const SAKHA: Contenders = Object.fromEntries(
  INDICATOR_NAMES.map((name): [string, Contender] => {
    const call = { name, parameters: PARAMETERS[name] }
    return [
      name,
      (candles) => {
        const outputs = Object.fromEntries(outputsOf(name).map((output) => [output, new Float64Array(candles.time.length)]))
        return () => computeIndicator(candles, call, 1, outputs)
      },
    ]
  }),
)
