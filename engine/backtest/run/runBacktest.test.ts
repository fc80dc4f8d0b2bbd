import { describe, expect, it } from 'vitest'
import { totalCharges } from '../../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istIso } from '../../../schema/time.ts'
import { runBacktest } from './runBacktest.ts'
import { joined, minutesFrom, niftyHistory, testPlan, type Minute } from '../testing/history.ts'

const DAY = '2024-01-01'
/** Strike 21,700; expires on Thursday. */
const CALL = 'NIFTY04JAN2421700CE'
const PUT = 'NIFTY04JAN2421700PE'
const RULES = { interval: '1min', long: ['close', 'crosses above', 21_700], short: ['close', 'crosses below', 21_690] } as const
/** Flat, up at 10:01 (LONG at its close, 10:02), then as given. */
const index = (...after: Minute[]) => minutesFrom(DAY, '10:00', [21_695, 21_705, ...after])
const flat = (minutes: number): Minute[] => Array.from({ length: minutes }, () => 21_705)

/** The history with the option's premiums from 10:00 on. */
function history(minutes: ReturnType<typeof index>, call: readonly Minute[], put: readonly Minute[] = []) {
  const candles = new Map([[CALL, minutesFrom(DAY, '10:00', call)]])
  if (put.length > 0) candles.set(PUT, minutesFrom(DAY, '10:00', put))
  return niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles })
}

const shown = ({ trades }: ReturnType<typeof runBacktest>) =>
  trades.map(({ contract, entryTime, entryPrice, exitTime, exitPrice, exitReason }) => [
    contract?.tradingSymbol,
    istIso(entryTime).slice(11, 19),
    entryPrice! / 100,
    istIso(exitTime).slice(11, 19),
    exitPrice! / 100,
    exitReason,
  ])

// A quote without depth has a spread of 0.24%, in steps of five paise: 0.25 at a premium of 100, so 100.15 is paid and 99.85 is got.
describe('a backtest on stored option candles', () => {
  it('enters at the open of the minute after the signal, half a spread worse', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(2)), [90, 95, [100, 101, 99, 100], 100]))
    expect(result).toMatchObject({ signals: 1, trades: [], denials: [] })
    expect(result.stillOpen).toEqual([
      expect.objectContaining({ side: 'LONG', source: 'CANDLES', quantity: 50, entryPrice: 100_15, indexPrice: 21_705_00 }),
    ])
    expect(istIso(result.stillOpen[0]!.entryTime)).toBe('2024-01-01T10:02:00+05:30')
  })

  it('takes the target where it is reached, and its charges are those of a purchase and a sale', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(3)), [90, 95, 100, [120, 140, 110, 130], 100]))
    // 130% of 100.15 is 130.20 on the steps; half of 0.30 less is 130.05.
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:03:59', 130.05, 'TARGET']])
    const leg = { exchange: 'NFO', date: DAY } as const
    const charges = totalCharges(
      SHIPPED_MARKET_RULES.chargesFor({ ...leg, side: 'BUY', value: paise(100_15 * 50) }),
      SHIPPED_MARKET_RULES.chargesFor({ ...leg, side: 'SELL', value: paise(130_05 * 50) }),
    )
    expect(result.trades[0]).toMatchObject({ gross: 1_495_00, charges, net: 1_495_00 - charges })
  })

  it('has the stop come first in a minute that holds stop and target', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(2)), [90, 95, 100, [100, 140, 70, 130]]))
    // 80% of 100.15 is 80.10 on the steps; half of 0.20 less is 80.00, and 0.31 that it slips: see stopSlip.test.ts.
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:03:59', 79.65, 'STOP']])
  })

  it('fills at the open of a minute that opens beyond the stop', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(2)), [90, 95, 100, [60, 65, 55, 60]]))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:03:59', 59.6, 'STOP']])
  })

  it('reaches levels in the very minute of the entry', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(1)), [90, 95, [100, 105, 75, 90]]))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:02:59', 79.65, 'STOP']])
  })

  const trailing = testPlan(RULES, {
    settings: { trailingStopPercent: 10, takeProfit: { unit: 'PERCENT', value: 100 } },
    slippage: 0,
  })

  it('trails the stop behind the highest quote', () => {
    const result = runBacktest(trailing, history(index(...flat(4)), [90, 95, 100, [100, 150, 140, 150], [149, 149, 130, 131], 100]))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100, '10:04:59', 135, 'TRAILING_STOP']])
    expect(result.trades[0]!.levels?.stop).toBe(135_00)
  })

  it('takes the worse of both orders in which a minute may have had its high and its low where a stop trails', () => {
    // Low first, nothing happens in the minute and it ends at 150. High first, the stop trails to 135 and the low reaches it.
    const highFirst = runBacktest(trailing, history(index(...flat(3)), [90, 95, 100, [100, 150, 95, 150], 160, 170]))
    expect(shown(highFirst)).toEqual([[CALL, '10:02:00', 100, '10:03:59', 135, 'TRAILING_STOP']])
    // High first, the stop would have trailed to 99 before the low; low first, the old one of 90 is the loss.
    const lowFirst = runBacktest(trailing, history(index(...flat(3)), [90, 95, 100, [100, 110, 85, 109], 109]))
    expect(shown(lowFirst)).toEqual([[CALL, '10:02:00', 100, '10:03:59', 90, 'TRAILING_STOP']])
    const still = testPlan(RULES, { settings: { trailingStopPercent: null, takeProfit: { unit: 'PERCENT', value: 100 } }, slippage: 0 })
    expect(runBacktest(still, history(index(...flat(3)), [90, 95, 100, [100, 150, 95, 150], 160, 170])).trades).toEqual([])
  })

  it('has seen the extremes of the order that counts, and none of the other', () => {
    const extremes = (minute: Minute) => runBacktest(trailing, history(index(...flat(3)), [90, 95, 100, minute, 160])).trades[0]!.extremes
    // High first, it is sold at 135 on the way to 95; low first, it would have been sold at 90 before it came to 110.
    expect(extremes([100, 150, 95, 150])).toEqual({ lowest: 100_00, highest: 150_00 })
    expect(extremes([100, 110, 85, 109])).toEqual({ lowest: 100_00, highest: 100_00 })
  })

  it('goes on with the model from the last record of the day, without a jump, and says so', () => {
    const minutes = index(...flat(3), 21_725, ...flat(320))
    const plan = testPlan(RULES, { settings: { takeProfit: { unit: 'PERCENT', value: 300 }, stopLoss: { unit: 'PERCENT', value: 50 } } })
    const result = runBacktest(plan, history(minutes, [90, 95, 100, 100, 100]))
    expect(shown(result)).toMatchObject([[CALL, '10:02:00', 100.15, '15:20:00', expect.anything(), 'SESSION_END']])
    expect(result.trades[0]).toMatchObject({ source: 'ANCHORED' })
    // Five hours of the four days' time value are gone then; by the model at 14% it would be worth some 140 instead.
    expect(result.trades[0]!.exitPrice).toBeGreaterThan(85_00)
    expect(result.trades[0]!.exitPrice).toBeLessThan(100_00)
    // Where the record ends a target of what the index's rise makes of a delta of a half is reached, and one of twice that is not.
    const target = (percent: number) =>
      runBacktest(
        testPlan(RULES, { settings: { takeProfit: { unit: 'PERCENT', value: percent } } }),
        history(minutes, [90, 95, 100, 100, 100]),
      ).trades[0]?.exitReason
    expect([target(8), target(16)]).toEqual(['TARGET', 'SESSION_END'])
  })

  it('holds nothing over night: what the day’s candles leave open is sold at the end of the last of them', () => {
    const tomorrow = minutesFrom('2024-01-02', '09:15', [21_900, 21_900, 21_900])
    const result = runBacktest(testPlan(RULES), history(joined(index(...flat(3)), tomorrow), [90, 95, 100, 104, 105]))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:04:59', 104.85, 'SESSION_END']])
    expect(istIso(result.trades[0]!.exitTime)).toContain(DAY)
    expect(result.stillOpen).toEqual([])
  })

  it('sells on a signal the other way and buys the other option, both at the same open', () => {
    const minutes = index(21_705, 21_680, 21_680, 21_680)
    const result = runBacktest(testPlan(RULES), history(minutes, [90, 95, 100, 100, 110, 110], [50, 50, 50, 50, 60, 60]))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '10:04:00', 109.85, 'OPPOSITE_SIGNAL']])
    expect(result.stillOpen).toEqual([expect.objectContaining({ side: 'SHORT', entryPrice: 60_10 })])
  })

  it('sells when the window ends, in the first minute with a price', () => {
    const plan = testPlan(RULES, { settings: { windowEnd: 10 * 60 + 4 } })
    expect(shown(runBacktest(plan, history(index(...flat(5)), [90, 95, 100, 100, null, 105, 105])))).toEqual([
      [CALL, '10:02:00', 100.15, '10:05:00', 104.85, 'WINDOW_END'],
    ])
  })

  it('squares off ten minutes before the close', () => {
    const minutes = minutesFrom(DAY, '15:05', [21_695, 21_705, ...flat(20)])
    const candles = new Map([
      [
        CALL,
        minutesFrom(
          DAY,
          '15:05',
          Array.from({ length: 22 }, () => 100),
        ),
      ],
    ])
    const result = runBacktest(testPlan(RULES), niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles }))
    expect(shown(result)).toEqual([[CALL, '15:07:00', 100.15, '15:20:00', 99.85, 'SESSION_END']])
  })

  it('denies what live trading denies, with the numbers', () => {
    const reasons = (plan: ReturnType<typeof testPlan>, call: readonly Minute[] = [90, 95, 100]) =>
      runBacktest(plan, history(index(...flat(1)), call)).denials.map(({ denial }) => denial)
    expect(reasons(testPlan(RULES, { settings: { windowEnd: 10 * 60 } }))).toEqual([
      { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 602, windowStart: 555, windowEnd: 600 } },
    ])
    expect(
      reasons(testPlan(RULES, { account: { funds: paise(4_000_00), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false } })),
    ).toMatchObject([{ reason: 'FUNDS_SHORT', numbers: { available: 4_000_00 } }])
    expect(reasons(testPlan(RULES), [90, 95, null, 100])).toEqual([{ reason: 'NO_QUOTE', numbers: { strike: 21_700_00 } }])
  })

  it('settles what found no price before its contract expired at the intrinsic value', () => {
    const expiry = '2024-01-04'
    const friday = minutesFrom('2024-01-05', '09:15', [21_800, 21_800])
    const thursday = minutesFrom(expiry, '10:00', [21_695, 21_705, 21_760])
    const candles = new Map([[CALL, minutesFrom(expiry, '10:00', [90, 95, 100])]])
    const result = runBacktest(testPlan(RULES), niftyHistory(joined(thursday, friday), { kind: 'OPTIONS', volatility: 0.14, candles }))
    expect(shown(result)).toEqual([[CALL, '10:02:00', 100.15, '15:30:00', 60, 'SESSION_END']])
  })
})

describe('a backtest on the option model', () => {
  it('prices what has no stored candles, and says so', () => {
    const result = runBacktest(testPlan(RULES), history(index(...flat(1)), [null, null, 100]))
    expect(result.stillOpen).toEqual([expect.objectContaining({ source: 'MODEL' })])
    // At 14% and with three sessions and a half left, a call at the money is worth about 0.4 × 21,700 × 0.14 × √(3.6 / 252) = 145.
    expect(result.stillOpen[0]!.entryPrice! / 100).toBeGreaterThan(130)
    expect(result.stillOpen[0]!.entryPrice! / 100).toBeLessThan(170)
  })

  it('buys the next expiry in the last hour of an expiry day', () => {
    const minutes = minutesFrom('2024-01-04', '14:40', [21_695, 21_705, ...flat(1)])
    const result = runBacktest(testPlan(RULES), niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles: new Map() }))
    expect(result.stillOpen[0]!.contract?.tradingSymbol).toBe('NIFTY11JAN2421700CE')
  })
})

describe('a backtest on the index', () => {
  it('trades long and short in points, free of charge, whatever the funds', () => {
    const minutes = index([21_706, 21_710, 21_700, 21_705], 21_680, [21_682, 21_690, 21_670, 21_690], 21_710, 21_715)
    const plan = testPlan(RULES, {
      account: { funds: paise(10_000_00), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false },
    })
    const result = runBacktest(plan, niftyHistory(minutes, { kind: 'INDEX' }))
    expect(
      result.trades.map(({ side, entryPrice, exitPrice, gross, charges, net }) => [side, entryPrice, exitPrice, gross, charges, net]),
    ).toEqual([
      ['LONG', 21_706_00, 21_682_00, -24_00 * 50, 0, -24_00 * 50],
      ['SHORT', 21_682_00, 21_715_00, -33_00 * 50, 0, -33_00 * 50],
    ])
    expect(result.stillOpen).toEqual([expect.objectContaining({ side: 'LONG', contract: null })])
  })
})

describe('a trade in the index that the day’s candles leave open', () => {
  const told = (minutes: ReturnType<typeof index>, settings = {}) => {
    const { trades, stillOpen } = runBacktest(testPlan(RULES, { settings }), niftyHistory(minutes, { kind: 'INDEX' }))
    const shown = trades.map(({ exitTime, exitPrice, exitReason }) => [istIso(exitTime).slice(0, 19), exitPrice! / 100, exitReason])
    return { shown, open: stillOpen.length }
  }
  const tomorrow = minutesFrom('2024-01-02', '09:15', [21_900, 21_901, 21_902])
  const [atTheEnd, price] = ['2024-01-01T10:03:59', 21_720]

  it('is closed at the end of the last of them, and not the next day', () => {
    const today = index(21_706, [21_706, 21_730, 21_700, price])
    expect(told(joined(today, tomorrow))).toEqual({ shown: [[atTheEnd, price, 'SESSION_END']], open: 0 })
    expect(told(joined(today, tomorrow), { windowEnd: 10 * 60 + 30 }).shown).toEqual([[atTheEnd, price, 'WINDOW_END']])
    // Whether more candles of the day come is not known yet.
    expect(told(today)).toEqual({ shown: [], open: 1 })
  })

  it('is closed there too by a signal the other way on the last bar', () => {
    const today = index(21_706, [21_706, 21_730, 21_600, 21_650])
    expect(told(joined(today, tomorrow)).shown).toEqual([[atTheEnd, 21_650, 'OPPOSITE_SIGNAL']])
  })

  it('is closed at an open of its own day while that has one', () => {
    const today = index(21_706, 21_707, 21_708)
    expect(told(joined(today, tomorrow), { windowEnd: 10 * 60 + 4 }).shown).toEqual([['2024-01-01T10:04:00', 21_708, 'WINDOW_END']])
  })
})

describe('the days traded', () => {
  it('are those asked for, with the indicators warmed up by the candles before', () => {
    const rules = { interval: '1min', long: ['close', '>', 'sma(3)'] } as const
    const minutes = minutesFrom(
      DAY,
      '10:00',
      [1, 2, 3, 4, 5, 6].map((each) => 21_700 + each),
    )
    const market = niftyHistory(minutes, { kind: 'INDEX' })
    expect(runBacktest(testPlan(rules), market).signals).toBe(4)
    expect(runBacktest(testPlan(rules, { from: '2024-01-02' }), market).signals).toBe(0)
    expect(runBacktest(testPlan(rules, { to: '2023-12-31' }), market).signals).toBe(0)
  })
})
