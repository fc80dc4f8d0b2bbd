import type { TokenSource } from '../SmartApiSession.ts'

/**
 * A user's connection to the broker. Another object for the same user is another connection: after a reconnect, of another client code.
 * Holds secrets: never logged, never part of an error.
 */
export interface LiveAccount extends TokenSource {
  readonly apiKey: string
  readonly clientCode: string
}
