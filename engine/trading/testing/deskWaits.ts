import { MINUTE } from '../../../schema/time.ts'
import { FRESH_QUOTES } from './freshQuotes.ts'

/** What a desk asks of its floor, where no test or measurement is about it: quotes are fresh, re-entries allowed, contracts not listed. */
export const DESK_WAITS = {
  entryLife: () => MINUTE,
  repriceAfter: () => MINUTE,
  quoteAgeOf: () => 0,
  exitQuotes: FRESH_QUOTES,
  mayReenter: () => true,
  symbolOf: () => null,
} as const
