import { computeIndicator } from '../../../engine/analysis/indicators/computeIndicator.ts'
import { INDICATOR_NAMES } from '../../../schema/rules/indicators.ts'
import { PARAMETERS, type Contender, type Contenders } from '../Contender.ts'

/** Ours, as the engine calls it: the output columns are allocated within the timing. */
export const SAKHA: Contenders = Object.fromEntries(
  INDICATOR_NAMES.map((name): [string, Contender] => {
    const call = { name, parameters: PARAMETERS[name] }
    return [name, (candles) => () => computeIndicator(candles, call, 1)]
  }),
)
