import type { BrokerError } from '../port.ts'

/**
 * What a code says of any call. `session`: its session is over, nothing was done, and signing in again can help. `login`: client code or PIN
 * is wrong. `account`: the account, its key or its address is refused. `busy`: too many calls. `failed`: something went wrong at the broker.
 * `empty`: what was asked for is not there. `call`: one thing in the call is wrong.
 */
type Says = 'session' | 'login' | 'account' | 'busy' | 'failed' | 'empty' | 'call'

interface BrokerCode {
  readonly says: Says
  /** Whether it proves that an order, or a change of one, was not taken. */
  readonly refusesOrder: boolean
  /** For the user, for the inside of a sentence: what happened and what to do; null: nothing that is certain. */
  readonly words: string | null
}

const REFUSED_LOGIN = 'the broker refused client code or PIN'

const row = (says: Says, refusesOrder: boolean, words: string | null = null): BrokerCode => ({ says, refusesOrder, words })

/**
 * The broker's codes. From its documentation and its own SDK's table of exceptions; AG7002, AB1021, AB1050 and AB4036 from answers that users have
 * posted. AB1007 is the exchange gateway's error as well as that of a wrong login: of an order it proves nothing. Nor does "something went
 * wrong, try later" in its three forms.
 */
const CODES: ReadonlyMap<string, BrokerCode> = new Map(
  Object.entries({
    AG7002: row(
      'call',
      true,
      'the broker accepts orders only from the IP address registered for the API key; register this server’s address',
    ),
    AG8001: row('session', false),
    AG8002: row('session', false),
    AG8003: row('session', false),
    AG8004: row('account', true, 'the broker refused the API key of this installation'),
    AB1000: row('login', true, REFUSED_LOGIN),
    AB1001: row('login', true, REFUSED_LOGIN),
    AB1002: row('login', true, REFUSED_LOGIN),
    AB1004: row('failed', false),
    AB1005: row('account', true),
    AB1006: row('account', true, 'the broker has blocked this account; ask the broker why'),
    AB1007: row('login', false, REFUSED_LOGIN),
    AB1008: row('call', true),
    AB1009: row('call', true, 'the broker does not know the contract'),
    AB1010: row('session', false),
    AB1011: row('session', false),
    AB1012: row('call', true),
    AB1013: row('empty', true),
    AB1014: row('empty', false),
    AB1015: row('empty', false),
    AB1016: row('empty', false),
    AB1018: row('call', true),
    AB1021: row('busy', false),
    AB1031: row('login', true, REFUSED_LOGIN),
    AB1032: row('login', true, REFUSED_LOGIN),
    AB1050: row('account', true, 'the broker refused the one-time code; check the TOTP secret, and that the clock of this server is right'),
    AB2000: row('failed', false),
    AB2001: row('failed', false),
    AB2002: row('call', true),
    AB4008: row('call', true),
    AB4036: row('call', true, 'the contract is on the exchange’s cautionary list, from which the broker takes no orders by program'),
    AB8050: row('session', false),
    AB8051: row('session', false),
  }),
)

const KINDS: Readonly<Record<Says, BrokerError['kind']>> = {
  ...{ session: 'auth', login: 'auth', account: 'auth', busy: 'throttled', failed: 'unreachable', empty: 'refused', call: 'refused' },
}

/** A call on an order came from an address that is not registered for the API key. */
export const UNREGISTERED_ADDRESS = 'AG7002'

/** The one-time code was wrong: the next 30-second step gives another one. */
export const WRONG_TOTP = 'AB1050'

/** What a broker's error code means for the caller. */
export function kindOfCode(code: string): BrokerError['kind'] {
  return KINDS[CODES.get(code)?.says ?? 'call']
}

/** What a code proves of a call on an order; null: nothing. */
export function provenByCode(code: string | null): 'signedOut' | 'busy' | 'refused' | null {
  const known = code === null ? undefined : CODES.get(code)
  if (known?.says === 'session') return 'signedOut'
  if (known?.says === 'busy') return 'busy'
  return known?.refusesOrder ? 'refused' : null
}

/** Whether a code names a failure at the broker, or may: what was asked for may have been done all the same. */
export function mayBeFailure(code: string | null): boolean {
  const known = code === null ? undefined : CODES.get(code)
  return known?.says === 'failed' || (known?.says === 'login' && !known.refusesOrder)
}

/** What a code means, for the inside of a sentence to the user; null: nothing that is certain. */
export function wordsOfCode(code: string | null): string | null {
  return (code === null ? null : CODES.get(code)?.words) ?? null
}

/** Whether client code or PIN is wrong. */
export function refusesLogin(code: string): boolean {
  return CODES.get(code)?.says === 'login'
}

/** Whether signing in again can help. An `auth` failure without a code is a stale token answered by HTTP status alone. */
export function isSessionEnd(error: BrokerError): boolean {
  return error.kind === 'auth' && (error.brokerCode === null || CODES.get(error.brokerCode)?.says === 'session')
}

/** Whether a book was refused because there is nothing in it. */
export function saysEmpty(error: BrokerError): boolean {
  return error.brokerCode !== null && CODES.get(error.brokerCode)?.says === 'empty'
}
