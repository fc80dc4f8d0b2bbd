import type { DateOrder } from './csvDate.ts'

/** What the time of a minute names: its beginning, or its end. */
export const STAMPS = ['start', 'end'] as const
export type Stamp = (typeof STAMPS)[number]

/** What the owner of a file says of it where its rows leave it open. */
export interface FileReading {
  readonly dates: DateOrder | null
  readonly stamps: Stamp | null
}

/** Nothing is said: what the rows leave open is refused. */
export const AS_WRITTEN: FileReading = { dates: null, stamps: null }
