import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { assess, type Account, type Candidate } from '../risk/assess.ts'
import { judgeAt } from './judgeAt.ts'
import { ACCOUNT, CANDIDATE, MOMENT, SETTINGS } from '../testing/decisions.ts'

const candidates: fc.Arbitrary<Candidate> = fc.record({
  ...{ subscriptionId: fc.uuid(), userId: fc.uuid(), strategyId: fc.constant('st'), version: fc.constant(1) },
  mode: fc.constantFrom('PAPER', 'LIVE'),
  unmetGates: fc.constantFrom([], [], ['BROKER'], ['BROKER', 'LIMITS']),
  killed: fc.constantFrom(null, null, 'USER'),
  ...{ tradesToday: fc.integer({ min: 0, max: 3 }), openTrades: fc.constantFrom(0, 0, 1) },
  settings: fc.record({
    ...{ windowStart: fc.constant(SETTINGS.windowStart), windowEnd: fc.constantFrom(SETTINGS.windowEnd, 11 * 60) },
    ...{ maxTrades: fc.integer({ min: 2, max: 4 }), lots: fc.integer({ min: 1, max: 3 }) },
    ...{ takeProfit: fc.constant(SETTINGS.takeProfit), stopLoss: fc.constant(SETTINGS.stopLoss) },
    ...{ trailingStopPercent: fc.constantFrom(null, 10), risk: fc.constantFrom(paise(100), paise(5_000_00)), sizeByRisk: fc.boolean() },
  }),
})

const accounts: fc.Arbitrary<Account> = fc.record({
  available: fc.constantFrom(paise(100_00), ACCOUNT.available),
  ...{ openTrades: fc.integer({ min: 0, max: 2 }), maxOpenTrades: fc.integer({ min: 1, max: 3 }) },
  ...{ entriesLastMinute: fc.constantFrom(0, 1, 100), entriesToday: fc.constantFrom(1, 1_000) },
  lossToday: fc.constantFrom(paise(0), paise(20_000_00)),
  lossThatStopped: fc.constantFrom(null, paise(20_000_00)),
  maxDailyLoss: fc.constantFrom(null, paise(10_000_00)),
})

it('answers each as assess does, whoever was asked before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(candidates, accounts), { minLength: 1, maxLength: 30 }), (asked) => {
      const judge = judgeAt((candidate, account) => assess(candidate, account, MOMENT))
      for (const [candidate, account] of asked) expect(judge(candidate, account)).toEqual(assess(candidate, account, MOMENT))
    }),
  )
})

it('gives those that stand alike one answer', () => {
  const judge = judgeAt((candidate, account) => assess(candidate, account, MOMENT))
  const one = judge(CANDIDATE, ACCOUNT)
  expect(one.ok).toBe(true)
  expect(judge({ ...CANDIDATE, userId: 'another', settings: { ...SETTINGS } }, { ...ACCOUNT })).toBe(one)
})
