import { UserFacingError } from '../../../schema/errors.ts'
import { BrokerError } from '../port.ts'
import { isSessionEnd, refusesLogin, WRONG_TOTP, wordsOfCode } from '../smartapi/brokerCodes.ts'

export const SESSION_OVER = 'Your broker session has ended. Please connect your broker account again.'

/** Whether a refusal proves that client code or PIN is wrong: nothing that is sent again makes it right, and the broker locks an account that tries. */
export function provesWrong({ brokerCode }: BrokerError): boolean {
  return brokerCode !== null && refusesLogin(brokerCode)
}

/** The broker's refusal, in our words for the user: its own words may hold markup, or what was sent. */
export function refusalOf(error: BrokerError): UserFacingError {
  const { kind, brokerCode } = error
  const known = wordsOfCode(brokerCode)
  if (known !== null) {
    const isInput = provesWrong(error) || brokerCode === WRONG_TOTP
    return new UserFacingError(isInput ? 'BAD_USER_INPUT' : 'BROKER_ERROR', `${known.charAt(0).toUpperCase()}${known.slice(1)}.`)
  }
  if (isSessionEnd(error)) return new UserFacingError('BROKER_ERROR', SESSION_OVER)
  switch (kind) {
    case 'throttled':
      return new UserFacingError('BROKER_ERROR', 'The broker is too busy at the moment. Please try again in a minute.')
    case 'unreachable':
      return new UserFacingError('BROKER_ERROR', 'The broker does not answer. Please try again in a minute.')
    case 'malformed':
      return new UserFacingError('BROKER_ERROR', 'The broker sent an unexpected answer. Please try again in a minute.')
    case 'auth':
    case 'refused':
      return new UserFacingError('BROKER_ERROR', `The broker refused${/^A[BG]\d{4}$/.test(brokerCode ?? '') ? ` (${brokerCode})` : ''}.`)
  }
}
