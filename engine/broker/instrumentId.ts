import type { InstrumentKey } from './port.ts'

/** An instrument's key as one string, for maps. */
export function instrumentId(key: InstrumentKey): string {
  return `${key.exchange}:${key.token}`
}
