import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { deepestDrawdown, equityOf } from '../../../schema/trading/equityOf.ts'
import { paise } from '../../../schema/money.ts'
import { countResults } from './countResults.ts'
import type { CountedBatch, PerformanceBatch, SignalChange } from './PerformanceBatch.ts'

const EMPTY: CountedBatch = { signals: [], days: [], records: [] }

/** A user's closed trade of one lot. */
function closed(signalId: string, day: string, net: number, more: Partial<SignalChange> = {}): SignalChange {
  const key = { strategyId: 's', version: 1, market: 'm', mode: 'PAPER' as const }
  return { ...key, signalId, day, trades: 1, lotGross: net + 10, lotNet: net, lotFunds: 1_000, ...more }
}

/** Counts one update after the other, each with all earlier counts. */
function countAll(updates: readonly (readonly SignalChange[])[]) {
  return updates.reduce<CountedBatch>((before, changes) => {
    const batch: PerformanceBatch = { changes, signals: before.signals, days: before.days }
    const { signals, days, records } = countResults(batch)
    const changed = <Row>(old: readonly Row[], now: readonly Row[], name: (row: Row) => string) => [
      ...new Map([...old, ...now].map((row) => [name(row), row])).values(),
    ]
    return {
      signals: changed(before.signals, signals, (one) => `${one.signalId} ${one.mode}`),
      days: changed(before.days, days, (one) => `${one.mode} ${one.day}`).sort((a, b) => (a.day < b.day ? -1 : 1)),
      records: [...before.records, ...records],
    }
  }, EMPTY)
}

describe('a strategy’s record', () => {
  it('counts a signal as one trade of one lot, whether one user took it or a thousand did', () => {
    const alone = countAll([[closed('a', '2026-07-01', 500)]])
    const popular = countAll([[closed('a', '2026-07-01', 500_000, { trades: 1_000, lotGross: 510_000, lotFunds: 1_000_000 })]])
    expect(popular.days).toEqual(alone.days)
    expect(alone.days).toMatchObject([{ trades: 1, gained: 1, gross: 510, net: 500, funds: 1_000, equity: 500 }])
  })

  it('moves to the mean as more users close theirs, and keeps to the day on which the signal first counted', () => {
    const { days } = countAll([[closed('a', '2026-07-01', 500)], [closed('a', '2026-07-02', -700)]])
    expect(days).toMatchObject([{ day: '2026-07-01', trades: 1, gained: 0, gross: -90, net: -100 }])
  })

  it('keeps paper and live apart', () => {
    const { days } = countAll([[closed('a', '2026-07-01', 500), closed('a', '2026-07-01', -300, { mode: 'LIVE' })]])
    expect(days.map(({ mode, net }) => [mode, net])).toEqual(
      expect.arrayContaining([
        ['PAPER', 500],
        ['LIVE', -300],
      ]),
    )
  })

  it('takes a result back that was wrong', () => {
    const { days } = countAll([
      [closed('a', '2026-07-01', 500)],
      [closed('a', '2026-07-01', -500, { trades: -1, lotGross: -510, lotFunds: -1_000 })],
    ])
    expect(days).toMatchObject([{ trades: 0, gained: 0, gross: 0, net: 0, funds: 0, equity: 0, high: 0 }])
  })

  it('has equity, drawdown and streaks by day, whatever order the results come in and however many updates they take', () => {
    const result = fc.record({ day: fc.integer({ min: 1, max: 9 }), net: fc.integer({ min: -1_000, max: 1_000 }), update: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 30 }), (results) => {
        const changes = results.map(({ day, net, update }, i) => ({ update, change: closed(`signal ${i}`, `2026-07-0${day}`, net) }))
        const updates = [0, 1, 2, 3].map((update) => changes.filter((one) => one.update === update).map(({ change }) => change))
        const counted = countAll(updates)
        const once = countAll([changes.map(({ change }) => change)])
        expect(counted.days).toEqual(once.days)
        const nets = counted.days.map(({ net }) => net)
        const equity = equityOf(
          nets.map((net, i) => ({ exitTime: i, net })),
          paise(0),
        )
        expect(counted.days.map((day) => day.equity)).toEqual(equity.map((point) => point.equity))
        const last = counted.days.at(-1)
        expect(last?.worstDrawdown).toBe(deepestDrawdown(equity)?.amount ?? 0)
        const signs = nets
          .map((net) => Math.sign(net))
          .join(',')
          .replaceAll('-1', '-')
        const longest = (sign: string) =>
          Math.max(0, ...(signs.match(new RegExp(`(${sign},?)+`, 'g')) ?? []).map((run) => run.replaceAll(',', '').length))
        expect([last?.longestGain, last?.longestLoss]).toEqual([longest('1'), longest('-')])
        const sum = (pick: (record: CountedBatch['records'][number]) => number) =>
          counted.records.reduce((total, record) => total + pick(record), 0)
        expect([sum(({ trades }) => trades), sum(({ net }) => net)]).toEqual([results.length, nets.reduce((a, b) => a + b, 0)])
      }),
      { numRuns: 200 },
    )
  })
})
