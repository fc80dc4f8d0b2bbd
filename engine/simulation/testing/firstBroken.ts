import { simulateDay } from '../simulateDay.ts'
import type { SimulatedRecords, SimulatedRecordsParts } from '../SimulatedRecords.ts'
import type { Invariant } from '../Violations.ts'

/** The invariants broken on the first of a hundred days, by seed, on which any is. `createRecords`: of wrong records. */
export async function firstBroken(
  createRecords?: (parts: SimulatedRecordsParts) => SimulatedRecords,
  from = 1,
): Promise<ReadonlySet<Invariant>> {
  for (let seed = from; seed < from + 100; seed++) {
    const { violations } = await simulateDay(seed, createRecords)
    if (violations.length > 0) return new Set(violations.map(({ invariant }) => invariant))
  }
  return new Set()
}
