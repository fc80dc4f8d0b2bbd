import { expect, it } from 'vitest'
import { readinessOf } from './readinessOf.ts'

const WHOLE = { databaseProblem: null, broker: { kind: 'connected' }, silentMs: 400 } as const

it('an engine that has everything is ready without a reason against it, also when no index is to tick', () => {
  expect(readinessOf(WHOLE)).toEqual({ database: true, broker: true, feed: true, why: [] })
  expect(readinessOf({ ...WHOLE, silentMs: null })).toMatchObject({ feed: true, why: [] })
})

it('each part that is missing is missing for a reason', () => {
  const missing = readinessOf({
    databaseProblem: 'the database did not take the last heartbeat: sorry, too many clients already',
    broker: { kind: 'reconnecting', attempt: 3, reason: 'the socket was closed (1006)' },
    silentMs: 12_400,
  })
  expect(missing).toEqual({
    ...{ database: false, broker: false, feed: false },
    why: [
      'the database did not take the last heartbeat: sorry, too many clients already',
      'the broker’s feed is lost, attempt 3 to connect is under way: the socket was closed (1006)',
      'no index has ticked for 12 s in a session',
    ],
  })
  expect(readinessOf({ ...WHOLE, silentMs: Infinity }).why).toEqual(['no index has ticked yet in a session'])
  expect(readinessOf({ ...WHOLE, broker: { kind: 'closed' } }).why).toEqual(['the broker’s feed is closed'])
})
