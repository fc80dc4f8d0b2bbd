import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import { assess, type Candidate, type Moment } from './assess.ts'
import { contractOf } from './testContracts.ts'

const at = (hour: number, minute: number) => istInstant('2026-07-01', hour * 60 + minute)
const contract = contractOf('NIFTY', 24_500, 'CE')
const candidate: Candidate = {
  ...{ subscriptionId: 's', userId: 'u', mode: 'PAPER', windowStart: 9 * 60 + 20, windowEnd: 15 * 60 + 10 },
  ...{ takeProfitPercent: 18, stopLossPercent: 12, maxTrades: 3, lots: 2, tradesToday: 2, openTrades: 0 },
}
const moment: Moment = {
  ...{ now: at(10, 0), session: { open: at(9, 15), close: at(15, 30) }, feedAgeMs: 400 },
  ...{ indexPrice: paise(24_510_00), listedContracts: 488, contract },
}

describe('a subscription', () => {
  it('takes a signal with its lots of the contract, on its strategy’s terms', () => {
    expect(assess(candidate, moment)).toEqual({
      ok: true,
      value: { contract, quantity: 130, terms: { takeProfitPercent: 18, stopLossPercent: 12, windowEndsAt: at(15, 10) } },
    })
  })

  it.each([
    ['in live mode', { mode: 'LIVE' }, {}, { reason: 'MODE_NOT_AVAILABLE', numbers: {} }],
    [
      'a minute before its window',
      {},
      { now: at(9, 19) },
      { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 559, windowStart: 560, windowEnd: 910 } },
    ],
    [
      'at the end of its window',
      {},
      { now: at(15, 10) },
      { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 910, windowStart: 560, windowEnd: 910 } },
    ],
    [
      'when the session is about to close',
      { windowEnd: 930 },
      { now: at(15, 10) },
      { reason: 'SESSION_CLOSING', numbers: { now: at(15, 10), lastEntryAt: at(15, 10) } },
    ],
    [
      'with its trades of the day made',
      { tradesToday: 3 },
      {},
      { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 3, maxTrades: 3 } },
    ],
    ['that is in the index already', { openTrades: 1 }, {}, { reason: 'ALREADY_IN_TRADE', numbers: { openTrades: 1 } }],
    ['on a stale feed', {}, { feedAgeMs: 5_001 }, { reason: 'FEED_STALE', numbers: { ageMs: 5_001, limitMs: 5_000 } }],
    ['before the first tick', {}, { feedAgeMs: null }, { reason: 'FEED_STALE', numbers: { ageMs: null, limitMs: 5_000 } }],
    ['without a contract', {}, { contract: null }, { reason: 'NO_CONTRACT', numbers: { indexPrice: 24_510_00, listedContracts: 488 } }],
  ] as const)('%s says why not, with the numbers', (_what, subscription, market, denial) => {
    expect(assess({ ...candidate, ...subscription }, { ...moment, ...market })).toEqual({ ok: false, error: denial })
  })

  it('takes a signal at both first moments allowed and at the last one', () => {
    expect(assess(candidate, { ...moment, now: at(9, 20) }).ok).toBe(true)
    expect(assess(candidate, { ...moment, now: at(15, 10) - 1 }).ok).toBe(true)
    expect(assess(candidate, { ...moment, feedAgeMs: 5_000 }).ok).toBe(true)
  })
})
