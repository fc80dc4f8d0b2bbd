import type { IsoDate } from '../schema/time.ts'

/** The day that a column of type date holds: Prisma gives it as midnight in UTC. */
export function isoDateOf(column: Date): IsoDate {
  return column.toISOString().slice(0, 10)
}
