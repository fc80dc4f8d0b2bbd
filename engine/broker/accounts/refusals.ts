import { UserFacingError } from '../../../schema/errors.ts'
import { BrokerError } from '../port.ts'
import { isSessionEnd, WRONG_TOTP } from '../smartapi/brokerCodes.ts'

/** Client code or PIN is wrong: nothing that is sent again makes it right, and the broker locks an account that tries. */
const WRONG_LOGIN: ReadonlySet<string> = new Set(['AB1000', 'AB1001', 'AB1002', 'AB1007', 'AB1031', 'AB1032'])

const TEXTS: ReadonlyMap<string, string> = new Map([
  [WRONG_TOTP, 'The broker refused the one-time code. Check the TOTP secret, and that the clock of this server is right.'],
  ['AG8004', 'The broker refused the API key of this installation.'],
  ['AB1006', 'The broker has blocked this account.'],
])

const WRONG_LOGIN_TEXT = 'The broker refused client code or PIN.'
export const SESSION_OVER = 'The session at the broker is over. Please connect your broker account again.'

/** Whether a refusal proves that client code or PIN is wrong. */
export function provesWrong(error: BrokerError): boolean {
  return error.brokerCode !== null && WRONG_LOGIN.has(error.brokerCode)
}

/** The broker's refusal, in our words for the user: its own words may hold markup, or what was sent. */
export function refusalOf(error: BrokerError): UserFacingError {
  const { kind, brokerCode } = error
  if (provesWrong(error)) return new UserFacingError('BAD_USER_INPUT', WRONG_LOGIN_TEXT)
  const known = brokerCode === null ? undefined : TEXTS.get(brokerCode)
  if (known !== undefined) return new UserFacingError(brokerCode === WRONG_TOTP ? 'BAD_USER_INPUT' : 'BROKER_ERROR', known)
  if (isSessionEnd(error)) return new UserFacingError('BROKER_ERROR', SESSION_OVER)
  switch (kind) {
    case 'throttled':
      return new UserFacingError('BROKER_ERROR', 'The broker is too busy at the moment. Please try again in a minute.')
    case 'unreachable':
      return new UserFacingError('BROKER_ERROR', 'The broker does not answer. Please try again in a minute.')
    case 'malformed':
      return new UserFacingError('BROKER_ERROR', 'The broker answered with something else than it should. Please try again in a minute.')
    case 'auth':
    case 'refused':
      return new UserFacingError('BROKER_ERROR', `The broker refused${/^A[BG]\d{4}$/.test(brokerCode ?? '') ? ` (${brokerCode})` : ''}.`)
  }
}
