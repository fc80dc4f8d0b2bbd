import { expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import type { FeedState } from '../broker/port.ts'
import { marketFacts } from './marketFacts.ts'

const NOW = istInstant('2026-11-23', 9 * 60)

function factsOf({
  state = { kind: 'connected' } as FeedState,
  moves = false,
  lastTickAt = null as number | null,
  covered = true,
  feedFaults = [] as readonly string[],
}) {
  return marketFacts({
    broker: { feed: { state } as never },
    market: { lastTickAt, feedFaults },
    contracts: { countFor: (date) => (date === '2026-11-23' ? 12 : 0) },
    time: { now: () => NOW, session: () => null, dayCovered: () => covered, indexMoves: () => moves },
    now: () => NOW,
  })
}

it('the feed ticks, as a whole or in part, or is idle, silent or disconnected', () => {
  expect(factsOf({}).feed).toBe('IDLE')
  expect(factsOf({ moves: true }).feed).toBe('SILENT')
  expect(factsOf({ moves: true, lastTickAt: NOW - 5_000 }).feed).toBe('TICKING')
  expect(factsOf({ moves: true, lastTickAt: NOW - 5_001 }).feed).toBe('SILENT')
  expect(factsOf({ moves: true, lastTickAt: NOW, feedFaults: ['SENSEX is mute'] }).feed).toBe('PARTIAL')
  expect(factsOf({ moves: true, lastTickAt: null, feedFaults: ['SENSEX is mute'] }).feed).toBe('SILENT')
  expect(factsOf({ state: { kind: 'reconnecting', attempt: 1, reason: '' }, moves: true, lastTickAt: NOW }).feed).toBe('DISCONNECTED')
})

it('contracts and calendar are those of the market’s day', () => {
  expect(factsOf({ covered: false })).toMatchObject({ contracts: 12, isCovered: false, hasSession: false })
})
