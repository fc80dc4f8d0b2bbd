import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { MINUTE } from '../../../schema/time.ts'
import { paise } from '../../../schema/money.ts'
import type { PositionSource } from '../../../schema/rules/PositionSource.ts'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { columnPrice, type Traded } from '../history/BacktestMarket.ts'
import type { BacktestLeg } from '../trades/BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { joined, minutesFrom, niftyHistory, testPlan, type Minute } from '../testing/history.ts'

type LegSource = PositionSource['legs'][number]

const DAY = 375
const MODEL: Traded = { kind: 'OPTIONS', volatility: 0.15, candles: new Map() }
const ABOVE = { interval: '1min', long: ['close', '>', 'ema(3)'] } as const
const leg = (changes: Partial<LegSource>): LegSource => ({
  ...{ side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 },
  ...changes,
})
const anyLevel = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((percent) => `${percent}%`),
  fc.integer({ min: 50, max: 3_000 }),
)
const seed = fc.integer({ min: 1, max: 1_000_000 })
const slippage = fc.constantFrom(0, 1, 2)
const risk = paise(10_00_000_00)

describe('a position in a backtest, whatever the prices', () => {
  it('of one bought option is that option: the same fills, charges and net to the paisa', () => {
    fc.assert(
      fc.property(seed, anyLevel, anyLevel, fc.integer({ min: 1, max: 3 }), slippage, (walk, stop, target, lots, times) => {
        const market = niftyHistory(randomWalk(DAY, walk), MODEL)
        // Levels in rupees are of a lot in a position, and of the whole trade in the settings of a single option.
        const levelOf = (level: string | number) =>
          typeof level === 'string'
            ? ({ unit: 'PERCENT', value: Number(level.slice(0, -1)) } as const)
            : ({ unit: 'RUPEES', value: paise(level * 100 * lots) } as const)
        const settings = { risk, lots, stopLoss: levelOf(stop), takeProfit: levelOf(target) }
        const single = runBacktest(testPlan(ABOVE, { settings, slippage: times }), market)
        const position = { legs: [leg({ side: 'BUY', stop, target })] }
        const result = runBacktest(testPlan({ ...ABOVE, position }, { settings: { risk, lots }, slippage: times }), market)
        expect(single.trades.length).toBeGreaterThan(0)
        expect(
          result.trades.map(({ legs, net, charges }) => {
            const [only] = legs
            return [only?.contract, only?.entryTime, only?.entryPrice, only?.exitTime, only?.exitPrice, only?.exitReason, charges, net]
          }),
        ).toEqual(
          single.trades.map((trade) => [
            ...[trade.contract, trade.entryTime, trade.entryPrice, trade.exitTime, trade.exitPrice, trade.exitReason],
            ...[trade.charges, trade.net],
          ]),
        )
        expect(result.denials.map(({ denial }) => denial.reason)).toEqual(single.denials.map(({ denial }) => denial.reason))
      }),
      { numRuns: 6 },
    )
  })

  it('comes to what its legs come to alone, where nothing is ruled of the whole', () => {
    const level = fc.integer({ min: 5, max: 60 }).map((percent) => `${percent}%`)
    // Of one side all of them: what hedges has no levels of its own.
    const anySide = fc.constantFrom('BUY', 'SELL')
    const anyLeg = fc.record({ option: fc.constantFrom('CE', 'PE'), stop: level, target: level })
    fc.assert(
      fc.property(seed, anySide, fc.array(anyLeg, { minLength: 2, maxLength: 4 }), slippage, (walk, side, drawn, times) => {
        // Each at a strike of its own.
        const legs = drawn.map((each, i) => leg({ ...each, side, strike: `ATM+${i}` }))
        const market = niftyHistory(randomWalk(2 * DAY, walk), MODEL)
        const netOf = (some: readonly LegSource[]) => {
          const plan = testPlan({ ...ABOVE, position: { legs: some } }, { settings: { risk, maxTrades: 1 }, slippage: times })
          const { trades, denials } = runBacktest(plan, market)
          const refused = denials.filter(({ denial }) => denial.reason === 'RISK_TOO_SMALL' || denial.reason === 'MARGIN_SHORT')
          expect([refused, trades.length]).toEqual([[], 2])
          return trades.map(({ net }) => net)
        }
        const alone = legs.map((each) => netOf([each]))
        expect(netOf(legs)).toEqual([0, 1].map((day) => alone.reduce((sum, nets) => sum + nets[day]!, 0)))
      }),
      { numRuns: 6 },
    )
  })

  it('adds up, and fills within what its options were traded at in the minute, but for a step of the price', () => {
    const quote = fc.tuple(
      fc.integer({ min: -8, max: 8 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: -8, max: 8 }),
    )
    const premiums = fc.array(fc.option(quote, { freq: 8 }), { minLength: 30, maxLength: 30 })
    const level = fc.option(fc.integer({ min: 5, max: 40 }).map((percent) => `${percent}%`))
    const rule = fc.record({
      stop: fc.integer({ min: 200, max: 2_000 }),
      target: fc.option(fc.integer({ min: 200, max: 2_000 })),
      lock: fc.option(fc.record({ at: fc.constant(400), keep: fc.constantFrom(100, 300) })),
      stopsToCost: fc.boolean(),
      legStop: level,
      reentries: fc.integer({ min: 0, max: 2 }),
    })
    fc.assert(
      fc.property(premiums, premiums, rule, (call, put, { stop, target, lock, stopsToCost, legStop, reentries }) => {
        const candles = new Map<string, CandleColumns>([
          ['NIFTY04JAN2421700CE', minutesFrom('2024-01-01', '10:00', walked(call))],
          ['NIFTY04JAN2421700PE', minutesFrom('2024-01-01', '10:00', walked(put))],
        ])
        const own = legStop === null ? {} : { stop: legStop, reentries }
        const position: PositionSource = {
          legs: [leg(own), leg({ ...own, option: 'PE' })],
          ...{ stop, stopsToCost: stopsToCost && legStop !== null, ...(target === null ? {} : { target }), ...(lock ? { lock } : {}) },
        }
        const still: Minute[] = Array.from({ length: 28 }, () => 21_705)
        const minutes = joined(minutesFrom('2024-01-01', '10:00', [21_695, 21_705, ...still]), minutesFrom('2024-01-02', '09:15', [21_705]))
        const { trades } = runBacktest(
          testPlan({ interval: '1min', long: ['close', '>', 1], position }, { slippage: 0, settings: { risk } }),
          niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.15, candles }),
        )
        for (const { legs, gross, charges, net, extremes } of trades) {
          const sum = (of: (each: BacktestLeg) => number) => legs.reduce((total, each) => total + of(each), 0)
          expect([gross, charges, net]).toEqual([sum((each) => each.gross), sum((each) => each.charges), gross - charges])
          expect(extremes!.lowest).toBeLessThanOrEqual(Math.max(0, extremes!.highest))
          for (const each of legs.filter(({ source }) => source === 'CANDLES')) {
            expect(each.gross).toBe((each.entryPrice - each.exitPrice) * each.quantity)
            const recorded = candles.get(each.contract.tradingSymbol)!
            expect(each.entryPrice).toBe(columnPrice(recorded.open, minuteOf(recorded, each.entryTime)))
            const left = minuteOf(recorded, each.exitTime)
            expect(each.exitPrice).toBeGreaterThanOrEqual(columnPrice(recorded.low, left) - each.contract.tick)
            expect(each.exitPrice).toBeLessThanOrEqual(columnPrice(recorded.high, left) + each.contract.tick)
          }
        }
      }),
      { numRuns: 20 },
    )
  })
})

/** Minutes of a premium that walks from 100: how far its open is from the close before, its low and high beyond, and its close from the open. */
function walked(quotes: readonly (readonly [number, number, number, number] | null)[]): Minute[] {
  let last = 100
  return quotes.map((quote): Minute => {
    if (!quote) return null
    const [gap, below, above, change] = quote
    const open = Math.max(20, last + gap)
    last = Math.max(20, open + change)
    return [open, Math.max(open, last) + above, Math.max(1, Math.min(open, last) - below), last]
  })
}

/** Position of the last recorded minute that had begun at an instant. */
function minuteOf({ time }: CandleColumns, at: number): number {
  return firstAtOrAfter(time, at - (at % MINUTE) + 1, 0) - 1
}
