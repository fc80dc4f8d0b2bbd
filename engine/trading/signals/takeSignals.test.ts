import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { err } from '../../../schema/errors.ts'
import { ENTRY_RATES } from '../../../schema/limits.ts'
import { paise } from '../../../schema/money.ts'
import { assess, type Account } from '../risk/assess.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { takeSignals, type Accounts, type AddressedSignal, type Judge } from './takeSignals.ts'
import { ACCOUNT, CANDIDATE, MOMENT, SETTINGS } from '../testing/decisions.ts'

const judge: Judge = (_side, candidate, account) => assess(candidate, account, MOMENT)

function addressed(i: number, userId: string, lots = 2, mode: TradeMode = 'PAPER'): AddressedSignal {
  const candidate = { ...CANDIDATE, userId, mode, strategyId: `st${i}`, subscriptionId: `s${i}`, settings: { ...SETTINGS, lots } }
  return { signalId: `g${i}`, side: i % 2 ? 'LONG' : 'SHORT', candidate }
}

const onPaper = (accounts: ReadonlyMap<string, Account>): Accounts => ({ PAPER: accounts, LIVE: new Map() })

describe('signals of one moment', () => {
  it('take from the account of their own mode: what is entered on paper leaves the money at the broker alone, and the other way round', () => {
    const [paper, live] = [30_000_00, 14_000_00].map((available) => new Map([['a', { ...ACCOUNT, available: paise(available) }]]))
    const signals = [addressed(1, 'a', 2, 'LIVE'), addressed(2, 'a'), addressed(3, 'a', 2, 'LIVE'), addressed(4, 'a')]
    const { taken, denied, after } = takeSignals(signals, { PAPER: paper!, LIVE: live! }, judge)
    expect(taken.map(({ signalId }) => signalId)).toEqual(['g1', 'g2', 'g4'])
    expect(denied).toMatchObject([{ signalId: 'g3', denial: { numbers: { available: 14_000_00 - 13_679_75 } } }])
    expect(after.LIVE.get('a')).toMatchObject({ available: 14_000_00 - 13_679_75, openTrades: 2 })
    expect(after.PAPER.get('a')).toMatchObject({ available: 30_000_00 - 2 * 13_679_75, openTrades: 3 })
  })

  it('are answered in turn, a later one of a user with what the earlier have left', () => {
    const accounts = new Map([
      ['a', { ...ACCOUNT, available: paise(30_000_00) }],
      ['b', ACCOUNT],
    ])
    const { taken, denied } = takeSignals(
      [addressed(1, 'a'), addressed(2, 'b'), addressed(3, 'a'), addressed(4, 'a')],
      onPaper(accounts),
      judge,
    )
    expect(taken.map(({ signalId, plan }) => [signalId, plan.reserved])).toEqual([
      ['g1', 13_679_75],
      ['g2', 13_679_75],
      ['g3', 13_679_75],
    ])
    expect(denied).toMatchObject([
      { signalId: 'g4', denial: { reason: 'FUNDS_SHORT', numbers: { needed: 13_679_75, available: 30_000_00 - 2 * 13_679_75 } } },
    ])
  })

  it('that were denied take nothing from those after them', () => {
    const accounts = new Map([['a', { ...ACCOUNT, available: paise(14_000_00) }]])
    const { taken } = takeSignals([addressed(1, 'a', 20), addressed(2, 'a')], onPaper(accounts), judge)
    expect(taken.map(({ signalId }) => signalId)).toEqual(['g2'])
  })

  it('are judged by their own side', () => {
    const longOnly: Judge = (side, candidate, account) =>
      side === 'LONG' ? judge(side, candidate, account) : err({ reason: 'NO_CONTRACT', numbers: { indexPrice: 0, listedContracts: 0 } })
    const { taken, denied } = takeSignals([addressed(1, 'a'), addressed(2, 'a')], onPaper(new Map([['a', ACCOUNT]])), longOnly)
    expect([taken.map(({ signalId }) => signalId), denied.map(({ signalId }) => signalId)]).toEqual([['g1'], ['g2']])
  })

  it('of a user without an account are a mistake of the caller', () => {
    expect(() => takeSignals([addressed(1, 'a')], onPaper(new Map()), judge)).toThrow(/PAPER account of user a is missing/)
  })

  it('together stay within each user’s funds and open trades, however many come at once', () => {
    const signal = fc.record({ userId: fc.constantFrom('a', 'b', 'c'), lots: fc.integer({ min: 1, max: 10 }) })
    const account = fc.record({
      available: fc.integer({ min: 0, max: 4_00_000_00 }).map(paise),
      openTrades: fc.integer({ min: 0, max: 8 }),
      maxOpenTrades: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 60 }), account, account, account, (signals, a, b, c) => {
        const accounts = new Map<string, Account>(Object.entries({ a, b, c }).map(([userId, rest]) => [userId, { ...ACCOUNT, ...rest }]))
        const all = signals.map(({ userId, lots }, i) => addressed(i, userId, lots))
        const { taken, denied } = takeSignals(all, onPaper(accounts), judge)
        expect([...taken, ...denied].map(({ signalId }) => signalId).sort()).toEqual(all.map(({ signalId }) => signalId).sort())
        for (const [userId, { available, openTrades, maxOpenTrades }] of accounts) {
          const own = taken.filter(({ candidate }) => candidate.userId === userId)
          expect(own.reduce((sum, { plan }) => sum + plan.reserved, 0)).toBeLessThanOrEqual(available)
          expect(own.length).toBeLessThanOrEqual(Math.max(0, maxOpenTrades - openTrades))
        }
      }),
    )
  })

  it('together stay within what is ever sent for an account in a minute and on a day, whatever its owner allows', () => {
    const { perMinute, perDay } = ENTRY_RATES
    const account = fc.record({
      entriesLastMinute: fc.integer({ min: 0, max: perMinute + 5 }),
      entriesToday: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: perDay - 150, max: perDay + 5 })),
    })
    const limitless = { ...ACCOUNT, available: paise(10_00_00_000_00), maxOpenTrades: 10_000 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250 }), account, (count, entries) => {
        const signals = Array.from({ length: count }, (_, i) => addressed(i, 'a'))
        const { taken, denied } = takeSignals(signals, onPaper(new Map([['a', { ...limitless, ...entries }]])), judge)
        const room = Math.max(0, Math.min(perMinute - entries.entriesLastMinute, perDay - entries.entriesToday))
        expect(taken).toHaveLength(Math.min(count, room))
        expect(new Set(denied.map(({ denial }) => denial.reason))).toEqual(new Set(count > room ? ['ORDER_RATE'] : []))
      }),
    )
  })
})
