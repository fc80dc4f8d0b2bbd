/** The entry of EvaluationPool's worker threads. */
import { Piscina } from 'piscina'
import { evaluateLast } from '../analysis/evaluateLast.ts'
import { BarEvaluator } from './BarEvaluator.ts'
import type { EvaluationMessage, SignalValues } from './evaluation.ts'

const evaluator = new BarEvaluator(Piscina.workerData, evaluateLast)

export default (message: EvaluationMessage): SignalValues => evaluator.answer(message)
