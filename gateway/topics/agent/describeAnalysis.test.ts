import { describe, expect, test } from 'vitest'
import { AGENT_REASONS, type AgentReason } from '../../../schema/trading/agent.ts'
import { describeAnalysis } from './describeAnalysis.ts'
import { testRecord } from '../../../schema/trading/testing/testRecord.ts'

const SEEN = '50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs.'

const SENTENCES: Readonly<Record<AgentReason, string>> = {
  TOO_EARLY: 'Nifty 50 needs 50 candles of the day: 10:05. No trade.',
  TOO_LATE: 'Too late in the day: a trade could no longer run its time before the close. No trade.',
  HISTORY_SHORT: 'Too little history: 664 finished sessions of Nifty 50 are stored. No trade.',
  DATA_GAP: 'Some minutes of today are missing, so it cannot be compared with the past. No trade.',
  FLAT: 'Nifty 50 has not moved in the last 50 minutes: there is no shape to compare. No trade.',
  FEW_ANALOGUES: 'Only 12 similar moments were found. No trade.',
  NOT_SIMILAR: `${SEEN} They are less similar than such moments usually are. No trade.`,
  BELOW_COSTS: `${SEEN} No trade.`,
  UNPROVEN: `${SEEN} That is more than chance, but the record so far does not prove skill. No trade.`,
  NO_QUOTE: `${SEEN} The option has no usable quote. No trade.`,
}

describe('an analysis in plain words', () => {
  test.each(AGENT_REASONS)('says why there is no trade: %s', (reason) => {
    const numbers = reason === 'FEW_ANALOGUES' ? { analogues: 12, needed: 30 } : {}
    expect(describeAnalysis(testRecord({ reason, numbers }))).toBe(SENTENCES[reason])
  })

  test.each([
    [0, 'no finished session of Nifty 50 is stored'],
    [1, 'one finished session of Nifty 50 is stored'],
    [2, '2 finished sessions of Nifty 50 are stored'],
  ])('counts sessions as people do: %i', (sessions, text) => {
    const record = testRecord({ reason: 'HISTORY_SHORT', history: { ...testRecord().history, sessions } })
    expect(describeAnalysis(record)).toBe(`Too little history: ${text}. No trade.`)
  })

  test('counts candles from the open of its own session', () => {
    const record = testRecord({ reason: 'TOO_EARLY' })
    expect(describeAnalysis({ ...record, minute: record.minute - 15 })).toBe('Nifty 50 needs 50 candles of the day: 10:20. No trade.')
  })

  test('says what to buy, and shows the side that did better', () => {
    const { findings } = testRecord()
    if (!findings) throw new Error('the record has findings')
    const sides = { ...findings.sides, PE: { ...findings.sides.PE, mean: 0.082, lower: 0.01, hits: 31 } }
    const record = testRecord({ verdict: 'BUY_PE', reason: null, numbers: {}, lead: 'PE', findings: { ...findings, sides } })
    expect(describeAnalysis(record)).toBe(
      '50 similar moments since 2021: 31 would have earned with a put, on average 8.2% after costs. Buy a put.',
    )
  })

  test('of a side that may be explored it tells of that side, and names it; of a mean above zero it says why that does not suffice', () => {
    const { findings } = testRecord()
    if (!findings) throw new Error('the record has findings')
    // The call's interval reaches less far down; the put's mean is more standard errors above zero.
    const CE = { ...findings.sides.CE, mean: 0.01, lower: -0.02, errors: 0.9 }
    const PE = { ...findings.sides.PE, mean: 0.041, lower: -0.023, errors: 1.95, hits: 29 }
    const record = testRecord({ exploratory: 'PE', findings: { ...findings, sides: { CE, PE } } })
    expect(describeAnalysis(record)).toBe(
      '50 similar moments since 2021: 29 would have earned with a put, on average 4.1% after costs. That may be luck: the 99% interval reaches down to −2.3%. No trade. Agents that explore on paper may buy a put, UNPROVEN.',
    )
    expect(describeAnalysis({ ...record, exploratory: null })).toBe(
      '50 similar moments since 2021: 24 would have earned with a call, on average 1.0% after costs. That may be luck: the 99% interval reaches down to −2.0%. No trade.',
    )
  })

  test('tells the minute from which on a day has enough candles by that day’s own open', () => {
    const evening = Date.parse('2026-11-08T12:45:00Z') // 18:15 in India
    const record = testRecord({ reason: 'TOO_EARLY', findings: null, candleAt: evening - 60_000, minute: -1, lookback: 20 })
    expect(describeAnalysis(record)).toBe('Nifty 50 needs 20 candles of the day: 18:35. No trade.')
  })

  test('makes nothing up where nothing was found', () => {
    expect(describeAnalysis(testRecord({ reason: 'NO_QUOTE', findings: null }))).toBe(
      'No similar moments were priced. The option has no usable quote. No trade.',
    )
  })
})
