import { expect, it } from 'vitest'
import { BROKER_MESSAGES } from './brokerMessages.ts'

/** Chapter 8 of the specification, as it stands there. */
const SPECIFIED = `Broker manager messages: 'Token refresh failed', 'Network error during token refresh', 'Auto refresh failed', 'Status check failed', 'Malformed broker status payload', 'No broker connection found', 'Broker not connected. Please connect your broker account.', 'Manual refresh failed', 'Network error'.`
const SPECIFIED_TOASTS = `'Failed to open broker connection. Please try again.'; 'Broker tokens refreshed successfully!'`

it('has every message of the broker manager and every toast about the broker, word by word', () => {
  const specified = [...`${SPECIFIED}${SPECIFIED_TOASTS}`.matchAll(/'([^']+)'/g)].map(([, text]) => text)
  expect(specified).toHaveLength(11)
  expect(Object.values(BROKER_MESSAGES).toSorted()).toEqual(specified.toSorted())
})
