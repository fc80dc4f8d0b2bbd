import type { BrokerError } from '../port.ts'

/** The session is over: token invalid, expired or missing, session expired, not logged in, refresh token invalid or expired. */
const SESSION_CODES: ReadonlySet<string> = new Set(['AG8001', 'AG8002', 'AG8003', 'AB1010', 'AB1011', 'AB8050', 'AB8051'])

/** The account itself is refused: API key, login, PIN or one-time code wrong, user type wrong, blocked, unknown. */
const CREDENTIAL_CODES: ReadonlySet<string> = new Set([
  'AG8004',
  'AB1000',
  'AB1001',
  'AB1002',
  'AB1005',
  'AB1006',
  'AB1007',
  'AB1031',
  'AB1032',
  'AB1050',
])

/** No order, trade, holding or position was found: the book is empty. */
const EMPTY_CODES: ReadonlySet<string> = new Set(['AB1013', 'AB1014', 'AB1015', 'AB1016'])

/** "Something went wrong, try later" in its three forms. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['AB1004', 'AB2000', 'AB2001'])

/** A call on an order came from an address that is not registered for the API key. */
export const UNREGISTERED_ADDRESS = 'AG7002'

/** The one-time code was wrong: the next 30-second step gives another one. */
export const WRONG_TOTP = 'AB1050'

/** Whether a code means that the session ended: nothing was done, and signing in again can help. */
export function endsSession(code: string | null): boolean {
  return code !== null && SESSION_CODES.has(code)
}

/** Whether a code refuses the account itself: a person must act. */
export function refusesAccount(code: string): boolean {
  return CREDENTIAL_CODES.has(code)
}

/** What a broker's error code means for the caller. */
export function kindOfCode(code: string): BrokerError['kind'] {
  if (endsSession(code) || refusesAccount(code)) return 'auth'
  if (code === 'AB1021') return 'throttled'
  return TRANSIENT_CODES.has(code) ? 'unreachable' : 'refused'
}

/** Whether signing in again can help. An `auth` failure without a code is a stale token answered by HTTP status alone. */
export function isSessionEnd(error: BrokerError): boolean {
  return error.kind === 'auth' && (error.brokerCode === null || endsSession(error.brokerCode))
}

/** Whether a book was refused because there is nothing in it. */
export function saysEmpty(error: BrokerError): boolean {
  return error.brokerCode !== null && EMPTY_CODES.has(error.brokerCode)
}
