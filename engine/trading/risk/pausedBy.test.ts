import { describe, expect, it } from 'vitest'
import { VERSION } from '../../../schema/version.ts'
import { isPassing, pausedBy } from './pausedBy.ts'

const QUIET = { feedAgeMs: 400, clockSteppedMsAgo: null, newerGateway: null } as const
const newer = { reason: 'GATEWAY_NEWER', numbers: { gateway: '0.9.0', engine: VERSION } } as const
const stale = { reason: 'FEED_STALE', numbers: { ageMs: 5_001, limitMs: 5_000 } } as const
const stepped = { reason: 'CLOCK_STEPPED', numbers: { agoMs: 9_999, quietMs: 10_000 } } as const

describe('entries on an index are paused', () => {
  it.each([
    ['beside a gateway of a newer release', { newerGateway: '0.9.0' }, newer],
    ['on a stale feed', { feedAgeMs: 5_001 }, stale],
    ['before its first tick', { feedAgeMs: null }, { reason: 'FEED_STALE', numbers: { ageMs: null, limitMs: 5_000 } }],
    ['after the clock was set', { clockSteppedMsAgo: 9_999 }, stepped],
    ['by the gateway before all else', { newerGateway: '0.9.0', feedAgeMs: null, clockSteppedMsAgo: 0 }, newer],
    ['by the feed before the clock', { feedAgeMs: 5_001, clockSteppedMsAgo: 0 }, stale],
  ])('%s', (_, wrong, paused) => {
    expect(pausedBy({ ...QUIET, ...wrong })).toEqual(paused)
  })

  it.each([
    ['a feed as old as is trusted', { feedAgeMs: 5_000 }],
    ['a clock that has run evenly for long enough', { clockSteppedMsAgo: 10_000 }],
  ])('not with %s', (_, right) => {
    expect(pausedBy({ ...QUIET, ...right })).toBeNull()
  })
})

it('a stale feed and a clock that was set pass by themselves, a newer gateway does not', () => {
  expect([null, newer, stale, stepped].map(isPassing)).toEqual([false, false, true, true])
})
