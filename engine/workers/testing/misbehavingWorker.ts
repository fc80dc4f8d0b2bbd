/** A worker of EvaluationPool whose strategies do what the constant in `["close", ">", constant]` says; any other signals LONG. */
import { BarEvaluator } from '../BarEvaluator.ts'
import type { EvaluationMessage, EvaluationReply } from '../evaluation.ts'
import { MISBEHAVIOUR } from './misbehaviour.ts'

const hoard: unknown[] = []

const evaluator = new BarEvaluator(({ long }) => {
  const level = long?.kind === 'compare' && long.right.kind === 'constant' ? long.right.value : null
  if (level === MISBEHAVIOUR.throws) throw new Error('no such column')
  while (level === MISBEHAVIOUR.loops);
  while (level === MISBEHAVIOUR.hoards) hoard.push(new Array(100_000).fill(hoard.length))
  if (level === MISBEHAVIOUR.exits) process.exit(3)
  return 1
})

export default (message: EvaluationMessage): EvaluationReply => evaluator.answer(message)
