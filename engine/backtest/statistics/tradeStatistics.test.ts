import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromRupees, paise } from '../../../schema/money.ts'
import { addDays } from '../../../schema/time.ts'
import type { DailyBalance } from './equity.ts'
import { closedTrade } from '../testing/history.ts'
import type { Excursion } from './excursionOf.ts'
import { growthOf } from './growthOf.ts'
import { tradeStatistics } from './tradeStatistics.ts'
import { verdictOf } from './verdictOf.ts'

const TEN = 600
const NETS = [1_000, -500, -300, 2_000, 600]
const TRADES = NETS.map((net, i) => closedTrade(addDays('2024-01-01', i), TEN, TEN + [5, 10, 30, 20, 7][i]!, net))
/** Rupees. */
const EXCURSIONS = [
  [100, 1_500],
  [900, 200],
  [350, 400],
  [0, 2_500],
  [50, 700],
].map(([adverse, favourable]): Excursion => ({ adverse: fromRupees(adverse!), favourable: fromRupees(favourable!) }))
const FUNDS = fromRupees(100_000)

function balances(equities: readonly number[]): DailyBalance[] {
  return equities.map((equity, i) => ({
    ...{ date: addDays('2024-01-01', i), equity: fromRupees(equity), drawdown: paise(0) },
    net: fromRupees(equity - (equities[i - 1] ?? 100_000)),
  }))
}

describe('the statistics of trades, worked out by hand', () => {
  it('are those of five trades', () => {
    expect(tradeStatistics(TRADES, EXCURSIONS)).toEqual({
      // (1,000 + 2,000 + 600) / 3 and (−500 − 300) / 2.
      ...{ averageWin: 1_200_00, averageLoss: -400_00, payoff: 3, winStreak: 2, lossStreak: 2 },
      holdingMinutes: { mean: 14.4, median: 10 },
      // Five charges of 50 on 2,800 + 250.
      costShare: 250 / 3_050,
      // Of all, and of the three wins and the two losses.
      adverse: { mean: 280_00, ofWins: 50_00 },
      favourable: { mean: 1_060_00, ofLosses: 300_00 },
      expiryDays: null,
    })
  })

  it('keep trades on the day their contract expires apart', () => {
    const contract = { expiry: '2024-01-02' } as NonNullable<(typeof TRADES)[0]['contract']>
    const { expiryDays } = tradeStatistics(
      TRADES.map((trade) => ({ ...trade, contract })),
      EXCURSIONS,
    )
    expect(expiryDays).toEqual({
      on: { trades: 1, net: -500_00, winRate: 0, expectancy: -500_00 },
      off: { trades: 4, net: 3_300_00, winRate: 0.75, expectancy: 825_00 },
    })
  })

  it('have no answer where there is none', () => {
    expect(tradeStatistics([], [])).toEqual({
      ...{ averageWin: null, averageLoss: null, payoff: null, winStreak: 0, lossStreak: 0, holdingMinutes: null, costShare: null },
      ...{ adverse: { mean: null, ofWins: null }, favourable: { mean: null, ofLosses: null }, expiryDays: null },
    })
    expect(tradeStatistics(TRADES.slice(0, 1), EXCURSIONS.slice(0, 1))).toMatchObject({ payoff: null, averageLoss: null })
  })

  it('agree with each other: the payoff and the win rate give the expectancy, the streaks fit into the trades', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 40 }), (nets) => {
        const trades = nets.map((net) => closedTrade('2024-01-01', TEN, TEN + 1, net))
        const of = tradeStatistics(
          trades,
          trades.map(() => EXCURSIONS[0]!),
        )
        const wins = nets.filter((net) => net > 0).length
        const total = wins * (of.averageWin ?? 0) + (nets.length - wins) * (of.averageLoss ?? 0)
        expect(total).toBeCloseTo(
          nets.reduce((sum, net) => sum + net * 100, 0),
          4,
        )
        expect(of.winStreak).toBeLessThanOrEqual(wins)
        expect(of.lossStreak).toBeLessThanOrEqual(nets.length - wins)
        if (of.payoff !== null) expect(of.payoff * -of.averageLoss!).toBeCloseTo(of.averageWin!, 4)
      }),
    )
  })
})

describe('the growth of an account', () => {
  const flat = Array.from({ length: 40 }, () => 100_000)

  it('of a flat one is zero, of one that loses everything −1, and is not told of less than twenty days', () => {
    expect(growthOf([], [], balances(flat), FUNDS)).toEqual({
      ...{ cagr: 0, calmar: null, drawdownDays: 0, intratradeDrawdown: { amount: 0, share: 0 } },
    })
    expect(growthOf([], [], balances(flat.with(39, -5)), FUNDS).cagr).toBe(-1)
    expect(growthOf([], [], balances(flat.slice(0, 19)), FUNDS).cagr).toBeNull()
    expect(growthOf([], [], balances(flat.slice(0, 20)), FUNDS).cagr).toBe(0)
  })

  it('doubled within 731 days is the square root of two in a year, and Calmar’s ratio that to the deepest drawdown', () => {
    const daily = balances([...flat, 200_000]).map((day, i) => (i === 40 ? { ...day, date: '2025-12-31' } : day))
    // 2024-01-01 to 2025-12-31 are 731 days.
    const trades = [-10_000, 110_000].map((net, i) => closedTrade(addDays('2024-01-01', i), TEN, TEN + 1, net))
    const { cagr, calmar } = growthOf(trades, EXCURSIONS.slice(0, 2), daily, FUNDS)
    expect(cagr).toBeCloseTo(2 ** (365.25 / 731) - 1, 12)
    // From 1,00,000 to 90,000.
    expect(calmar).toBeCloseTo(cagr! / 0.1, 10)
  })

  it('counts the days below the highest end of a day, those that have not come back included', () => {
    const days = (equities: readonly number[]) => growthOf([], [], balances(equities), FUNDS).drawdownDays
    expect(days([99_000, 99_500, 100_000, 101_000, 100_900, 101_000])).toBe(2)
    expect(days([101_000, 100_000, 100_500, 100_900])).toBe(3)
  })

  it('falls within a trade to its worst moment, its charges paid', () => {
    // 1,01,000 after the first; the second falls by 900 and 50 on the way to −500, the third from 1,00,500 by 350 and 50.
    const { intratradeDrawdown } = growthOf(TRADES, EXCURSIONS, balances(flat), FUNDS)
    expect(intratradeDrawdown).toEqual({ amount: 950_00, share: 950 / 101_000 })
  })
})

describe('the verdict', () => {
  it.each([
    [0, null, 'No trade was closed, so there is nothing to judge.'],
    [1, null, '1 trade is too few to judge: 30 are needed.'],
    [29, { low: 1, high: 2 }, '29 trades are too few to judge: 30 are needed.'],
    [
      87,
      { low: -277_03.7, high: 162_08.6 },
      '87 trades are too few to show whether these rules make money: the average is between −₹277.04 and ₹162.09 with 95% confidence.',
    ],
    [30, { low: 10_00, high: 20_00 }, 'The average trade earned money after costs: between ₹10 and ₹20 with 95% confidence.'],
    [30, { low: -20_00, high: -10_00 }, 'The average trade lost money after costs: between −₹20 and −₹10 with 95% confidence.'],
  ])('of %i trades says what can be said', (trades, interval, text) => {
    expect(verdictOf(trades, interval)).toBe(text)
  })
})
