import { DATE_ORDERS } from '../../schema/market/csv/csvDate.ts'
import { STAMPS, type FileReading } from '../../schema/market/csv/FileReading.ts'
import { UsageError } from './failures.ts'

/** The options of every command that reads files of minutes. */
export const FILE_OPTIONS = { dates: { type: 'string' }, stamps: { type: 'string' } } as const

/** Reads --dates and --stamps. Throws a UsageError. */
export function parseFileReading({
  dates,
  stamps,
}: {
  readonly dates?: string | undefined
  readonly stamps?: string | undefined
}): FileReading {
  return { dates: oneOf('--dates', DATE_ORDERS, dates), stamps: oneOf('--stamps', STAMPS, stamps) }
}

function oneOf<T extends string>(option: string, values: readonly T[], given: string | undefined): T | null {
  if (given === undefined) return null
  const found = values.find((value) => value === given)
  if (found === undefined) throw new UsageError(`${option} must be ${values.join(' or ')}, not "${given}"`)
  return found
}
