import type { Crew } from '../../prisma/jobs/JobWorkers.ts'

/** Removes rows that were kept for a while: runs all of `prunes`, one after the other. One that fails stops no other. */
export function pruningCrew(prunes: readonly (() => Promise<void>)[]): Crew {
  const prune = async () => {
    const failures: unknown[] = []
    for (const each of prunes) {
      try {
        await each()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  }
  return { tasks: { prune }, concurrency: 1 }
}
