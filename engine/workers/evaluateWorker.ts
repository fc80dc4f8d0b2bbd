/** The entry of EvaluationPool's worker threads. */
import { Piscina } from 'piscina'
import { evaluate } from '../analysis/evaluate.ts'
import { BarEvaluator } from './BarEvaluator.ts'
import type { EvaluationMessage } from './evaluation.ts'

const evaluator = new BarEvaluator(Piscina.workerData, (rules, series) => {
  const signal = evaluate(rules, series).at(-1)
  return signal === 1 || signal === -1 ? signal : 0
})

export default (message: EvaluationMessage): void => evaluator.answer(message)
