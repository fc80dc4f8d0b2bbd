/** The entry of EvaluationPool's worker threads. */
import { BarEvaluator } from './BarEvaluator.ts'
import { barJudge } from './BarJudge.ts'
import type { EvaluationMessage, SignalValues } from './evaluation.ts'

const evaluator = new BarEvaluator(barJudge())

export default (message: EvaluationMessage): SignalValues => evaluator.answer(message)
