/** A worker of SweepPool that throws or never ends when the lots of a plan say so, and else answers as it should. */
import type { Metrics } from '../../statistics/measure.ts'
import { answerChunk, type SweepChunk } from '../sweep.ts'
import { MISBEHAVIOUR } from '../../../workers/testing/misbehaviour.ts'

export default function answer(chunk: SweepChunk): Metrics[] {
  const lots = new Set(chunk.plans.map(({ settings }) => settings.lots))
  if (lots.has(MISBEHAVIOUR.throws)) throw new Error('this plan is broken')
  while (lots.has(MISBEHAVIOUR.loops));
  return answerChunk(chunk)
}
