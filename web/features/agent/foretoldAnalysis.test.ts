import { expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { foretoldAnalysis } from './foretoldAnalysis.ts'
import { testAgent } from './testing/testAgent.ts'
import { testAnalysis } from './testing/testRecords.ts'

/** 10:05 in India: fifty minutes after the open. */
const FIRST = '2026-11-20T04:35:00.000Z'
const at = Date.parse(FIRST)
const agent = (changes = {}) => testAgent({ firstAnalysisAt: FIRST, latest: [], ...changes })
const ofYesterday = testAnalysis({ candleAt: '2026-11-19T09:20:00.000Z' })
const tooEarly = testAnalysis({ candleAt: '2026-11-20T03:46:00.000Z', reason: 'TOO_EARLY' })

it('before the day has enough candles the first analysis is foretold, before the open too, and whatever yesterday said', () => {
  const text = 'The first analysis of the day needs 50 candles: 10:05.'
  expect(foretoldAnalysis(agent(), at - 1)).toBe(text)
  expect(foretoldAnalysis(agent({ latest: [ofYesterday] }), at - 60 * MINUTE)).toBe(text)
  expect(foretoldAnalysis(agent(), at - 20 * 60 * MINUTE)).toBe('The first analysis of the day needs 50 candles: Fri, 20 Nov, 10:05.')
})

it.each([
  ['it can be made already', agent(), at],
  ['an analysis of the day says so itself', agent({ latest: [ofYesterday, tooEarly] }), at - MINUTE],
  ['the agent is off', agent({ aitrading: false }), at - MINUTE],
  ['the next session is not known', agent({ firstAnalysisAt: null }), at - MINUTE],
])('nothing is foretold where %s', (_why, status, now) => {
  expect(foretoldAnalysis(status, now)).toBeNull()
})
