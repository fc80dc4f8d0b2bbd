/** The entry of EvaluationPool's worker threads. */
import { BarEvaluator } from './BarEvaluator.ts'
import { barJudge } from './BarJudge.ts'
import type { EvaluationMessage, EvaluationReply } from './evaluation.ts'

const evaluator = new BarEvaluator(barJudge())

export default (message: EvaluationMessage): EvaluationReply => evaluator.answer(message)
