import { HORIZON } from '../agentModel.ts'
import type { SessionIndex } from '../SessionIndex.ts'
import { correlationAt, normalised, bestOf, type Match } from '../searchAnalogues.ts'

/** What searchAnalogues promises, by comparing every window one by one. */
export function plainSearch(index: SessionIndex, window: Float64Array): readonly Match[] {
  const query = normalised(window)
  const candidates: Match[] = []
  for (let session = 0; session < index.count; session++)
    for (let minute = window.length - 1; minute <= index.lengthOf(session) - 2 - HORIZON; minute++)
      candidates.push({ session, minute, correlation: correlationAt(index, session, minute, query) })
  return bestOf(candidates, window.length)
}
