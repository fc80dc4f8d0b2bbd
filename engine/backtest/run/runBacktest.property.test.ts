import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import type { Traded } from '../history/BacktestMarket.ts'
import { dailyBalances, equityAfter } from '../statistics/equity.ts'
import { measure } from '../statistics/measure.ts'
import { runBacktest } from './runBacktest.ts'
import { niftyHistory, testPlan } from '../testing/history.ts'

const LENGTH = 3 * 375
const OPTIONS: Traded = { kind: 'OPTIONS', volatility: 0.15, candles: new Map() }

const anyCase = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  source: fc
    .constantFrom(...STRATEGY_TEMPLATES, {
      rules: { interval: '1min', long: ['close', '>', 'ema(3)'], short: ['close', '<', 'ema(3)'] } as const,
    })
    .map(({ rules }) => rules),
  traded: fc.constantFrom<Traded>(OPTIONS, { kind: 'INDEX' }),
  settings: fc.record({
    trailingStopPercent: fc.constantFrom(null, 10),
    maxTrades: fc.constantFrom(2, 50),
    lots: fc.integer({ min: 1, max: 40 }),
    stopLoss: fc.constantFrom({ unit: 'PERCENT', value: 5 } as const, { unit: 'RUPEES', value: paise(400_00) } as const),
  }),
  cut: fc.integer({ min: 1, max: LENGTH - 1 }),
})
const runs = { numRuns: 25 }

describe('a backtest, whatever the candles, rules and settings', () => {
  it('is on a shorter history the beginning of what it is on a longer one, whatever comes after', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 1_000_000 }), ({ seed, source, traded, settings, cut }, otherSeed) => {
        const plan = testPlan(source, { settings })
        const walk = randomWalk(LENGTH, seed)
        const short = runBacktest(plan, niftyHistory(sliceColumns(walk, 0, cut), traded))
        const changed = runBacktest(plan, niftyHistory(spliced(walk, randomWalk(LENGTH, otherSeed), cut), traded))
        expect(changed.trades.slice(0, short.trades.length)).toEqual(short.trades)
        expect(changed.denials.slice(0, short.denials.length)).toEqual(short.denials)
        // What the cut left open was entered alike.
        const later = [...changed.trades.slice(short.trades.length), ...changed.stillOpen]
        for (const entry of short.stillOpen) expect(later).toContainEqual(expect.objectContaining(entry))
      }),
      runs,
    )
  })

  it('adds up: net is gross less charges, by trade and in all, and the equity ends with the funds and every net', () => {
    fc.assert(
      fc.property(anyCase, ({ seed, source, traded, settings }) => {
        const plan = testPlan(source, { settings })
        const market = niftyHistory(randomWalk(LENGTH, seed), traded)
        const { trades, denials, stillOpen, signals } = runBacktest(plan, market)
        for (const { side, contract, option, quantity, entryPrice, exitPrice, gross, charges, net, entryTime, exitTime, legs } of trades) {
          const gain = entryPrice === null || exitPrice === null ? null : exitPrice - entryPrice
          if (gain !== null) expect(gross).toBe((contract || side === 'LONG' ? gain : 0 - gain) * quantity)
          else expect([gross, charges]).toEqual([sumOf(legs, (leg) => leg.gross), sumOf(legs, (leg) => leg.charges)])
          expect(net).toBe(gross - charges)
          expect(charges > 0).toBe(option !== null)
          expect(exitTime).toBeGreaterThanOrEqual(entryTime)
          if (contract) expect(quantity).toBe(settings.lots * contract.lotSize)
        }
        // A signal of the last minute that would be taken has no quote yet.
        expect(signals - trades.length - denials.length - stillOpen.length).toBeOneOf([0, 1])
        const net = trades.reduce((sum, trade) => sum + trade.net, 0)
        const metrics = measure(trades, plan, market)
        expect(metrics.net).toBe(net)
        expect(metrics.gross - metrics.charges).toBe(net)
        const { funds } = plan.account
        expect(equityAfter(trades, funds).at(-1)?.equity ?? funds).toBe(funds + net)
        expect(dailyBalances(trades, plan, market).at(-1)!.equity).toBe(funds + net)
        expect(metrics.exposure).toBeGreaterThanOrEqual(0)
        expect(metrics.exposure).toBeLessThanOrEqual(1)
      }),
      runs,
    )
  })

  it('enters no more often a day than the settings say, never twice in a direction at once, and is flat over night', () => {
    fc.assert(
      fc.property(anyCase, ({ seed, source, traded, settings }) => {
        const plan = testPlan(source, { settings })
        const market = niftyHistory(randomWalk(LENGTH, seed), traded)
        const { trades } = runBacktest(plan, market)
        for (const { midnight, session } of market.days) {
          const today = trades.filter(({ entryTime }) => entryTime >= midnight && entryTime < session.close)
          expect(today.length).toBeLessThanOrEqual(settings.maxTrades)
          for (const side of ['LONG', 'SHORT', 'NEUTRAL']) {
            const inDirection = today.filter((trade) => trade.side === side).sort((a, b) => a.entryTime - b.entryTime)
            inDirection.forEach(({ entryTime }, i) => expect(entryTime).toBeGreaterThan(inDirection[i - 1]?.exitTime ?? 0))
          }
          for (const { exitTime } of today) expect(exitTime).toBeLessThan(session.close)
        }
      }),
      runs,
    )
  })
})

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

/** The first `cut` candles of one series, then another's. */
function spliced(head: CandleColumns, tail: CandleColumns, cut: number): CandleColumns {
  const whole = sliceColumns(tail, 0, tail.time.length)
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) whole[name].set(head[name].subarray(0, cut))
  return whole
}
