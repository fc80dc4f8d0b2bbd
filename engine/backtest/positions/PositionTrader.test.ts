import { describe, expect, it } from 'vitest'
import { totalCharges } from '../../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { PositionSource } from '../../../schema/rules/PositionSource.ts'
import { istIso } from '../../../schema/time.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { joined, minutesFrom, niftyHistory, testPlan, type Minute } from '../testing/history.ts'

const DAY = '2024-01-01'
const UP = 21_705
type LegSource = PositionSource['legs'][number]

const CALL: LegSource = { side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }
const PUT: LegSource = { ...CALL, option: 'PE' }
/** A straddle whose legs have stops that lie far away: without any it may not be sold. */
const FAR = [CALL, PUT].map((leg) => ({ ...leg, stop: '400%' }))
const flat = (minutes: number): Minute[] => Array.from({ length: minutes }, () => UP)

type Changes = Parameters<typeof testPlan>[1]

/** A position opened at 10:02 at the opens of that minute; the options' premiums from 10:00 on. Fills are free by default. */
function run(
  position: PositionSource,
  options: Readonly<Record<string, readonly Minute[]>>,
  { changes = {}, minutes = Math.max(...Object.values(options).map(({ length }) => length)) }: { changes?: Changes; minutes?: number } = {},
  date = DAY,
) {
  const candles = new Map(Object.entries(options).map(([symbol, premiums]) => [symbol, minutesFrom(date, '10:00', premiums)]))
  const index = minutesFrom(date, '10:00', [21_695, UP, ...flat(minutes - 2)])
  const plan = testPlan({ interval: '1min', enter: '10:02', position }, { slippage: 0, ...changes })
  return runBacktest(plan, niftyHistory(index, { kind: 'OPTIONS', volatility: 0.14, candles }))
}

/** Legs of straddles, by what they are called on a day of the week that expires on Thursday. */
const straddle = (call: readonly Minute[], put: readonly Minute[]) => ({ NIFTY04JAN2421700CE: call, NIFTY04JAN2421700PE: put })

const shown = ({ legs }: BacktestTrade) =>
  legs.map(({ contract, side, entryPrice, exitTime, exitPrice, exitReason }) =>
    [
      ...[side, contract.optionType, contract.strike / 100, entryPrice / 100, '→', exitPrice / 100],
      ...[istIso(exitTime).slice(11, 19), exitReason],
    ].join(' '),
  )
const only = ({ trades }: ReturnType<typeof run>) => {
  expect(trades).toHaveLength(1)
  return trades[0]!
}

describe('a position in a backtest', () => {
  it('is opened at the open of the minute after the signal, the bought leg first, each half a spread worse', () => {
    const legs: LegSource[] = [CALL, { ...CALL, side: 'BUY', strike: 'ATM+4' }]
    const options = { NIFTY04JAN2421700CE: [90, 95, [100, 101, 99, 100], 100], NIFTY04JAN2421900CE: [40, 40, 40, 40] }
    const result = run({ legs }, options as Record<string, Minute[]>, { changes: { slippage: 1, settings: { windowEnd: 10 * 60 + 3 } } })
    const trade = only(result)
    expect(trade).toMatchObject({ side: 'NEUTRAL', option: 'NIFTY04JAN2421900CE NIFTY04JAN2421700CE', contract: null, entryPrice: null })
    expect(shown(trade)).toEqual(['BUY CE 21900 40.05 → 39.95 10:03:00 WINDOW_END', 'SELL CE 21700 99.85 → 100.15 10:03:00 WINDOW_END'])
    const charged = (side: OrderSide, price: number) =>
      totalCharges(SHIPPED_MARKET_RULES.chargesFor({ exchange: 'NFO', date: DAY, side, value: paise(price * 50) }))
    const charges = charged('BUY', 40_05) + charged('SELL', 39_95) + charged('SELL', 99_85) + charged('BUY', 100_15)
    expect(trade).toMatchObject({ gross: -40 * 50, charges, net: -40 * 50 - charges, quantity: 100, source: 'CANDLES' })
  })

  it('moves the stop of the put to where it was sold once the call is stopped', () => {
    const legs = [CALL, PUT].map((leg) => ({ ...leg, stop: '25%' }))
    const call: Minute[] = [90, 95, 100, [100, 130, 100, 128], 128, 128]
    const put: Minute[] = [90, 90, 90, [80, 80, 70, 72], [72, 91, 72, 85], 85]
    const trade = only(run({ legs, stopsToCost: true }, straddle(call, put)))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 125 10:03:59 STOP', 'SELL PE 21700 90 → 90 10:04:59 STOP'])
    expect([trade.gross, trade.exitReason]).toEqual([-25_00 * 50, 'STOP'])
    // Without that the put's stop is 112.50.
    expect(run({ legs }, straddle(call, put)).stillOpen).toHaveLength(1)
  })

  it('takes the worse of both orders in which a minute may have had its index high and low', () => {
    const legs = [CALL, PUT].map((leg) => ({ ...leg, stop: '25%' }))
    // Index high first: the call is stopped, and when the index falls the put is back at 90. Index low first, the put's stop was 112.50 then.
    const trade = only(
      run({ legs, stopsToCost: true }, straddle([90, 95, 100, [100, 130, 100, 128], 128], [90, 90, 90, [85, 95, 70, 72], 72])),
    )
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 125 10:03:59 STOP', 'SELL PE 21700 90 → 90 10:03:59 STOP'])
  })

  it('has the stop of a leg come first in a minute that holds its stop and its target, of every leg', () => {
    const legs = [CALL, PUT].map((leg) => ({ ...leg, stop: '25%', target: '20%' }))
    const wild = (from: number): Minute => [from, from * 1.3, from * 0.7, from]
    const trade = only(run({ legs }, straddle([90, 95, 100, wild(100)], [90, 90, 100, wild(100)])))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 125 10:03:59 STOP', 'SELL PE 21700 100 → 125 10:03:59 STOP'])
  })

  it('is closed whole where its premiums, moving evenly, come to the stop of the whole', () => {
    // 20 points of a lot of 50. At the index's high the call is at 130 and the put at 85: a loss of 25, and of 20 four fifths of the way.
    const stop = 1_000
    const trade = only(run({ legs: [CALL, PUT], stop }, straddle([90, 95, 100, [100, 130, 99, 105]], [90, 90, 90, [90, 91, 85, 88]])))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 124 10:03:59 COMBINED_STOP', 'SELL PE 21700 90 → 86 10:03:59 COMBINED_STOP'])
    expect([trade.gross, trade.extremes]).toEqual([-1_000_00, { lowest: -1_000_00, highest: 0 }])
  })

  it('slips with every leg that a stop of the whole closes, and pays half a spread of each', () => {
    const options = straddle([90, 95, 100, [100, 130, 99, 105]], [90, 90, 90, [90, 91, 85, 88]])
    const trade = only(run({ legs: [CALL, PUT], stop: 1_000 }, options, { changes: { slippage: 1 } }))
    // Sold at 99.85 and 89.90, it is 0.25 behind at the open, and 20 behind at 123.70 and 86.05. Both slip by 0.31: see stopSlip.test.ts.
    expect(shown(trade)).toEqual(['SELL CE 21700 99.85 → 124.2 10:03:59 COMBINED_STOP', 'SELL PE 21700 89.9 → 86.5 10:03:59 COMBINED_STOP'])
  })

  it('is closed at the open of a minute that opens beyond the stop of the whole', () => {
    const trade = only(
      run({ legs: [CALL, PUT], stop: 1_000 }, straddle([90, 95, 100, [130, 130, 99, 105]], [90, 90, 90, [95, 95, 85, 88]])),
    )
    expect(trade.legs.map(({ exitPrice }) => exitPrice)).toEqual([130_00, 95_00])
  })

  it('has a leg’s own stop come first where it lies nearer than that of the whole', () => {
    const legs = [{ ...CALL, stop: '10%' }, PUT]
    const trade = only(
      run({ legs, stop: 1_000 }, straddle([90, 95, 100, [100, 130, 100, 130], 130], [90, 90, 90, 90, [90, 105, 90, 100], 100])),
    )
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 110 10:03:59 STOP', 'SELL PE 21700 90 → 100 10:04:59 COMBINED_STOP'])
  })

  it('keeps a locked profit from minute to minute and is closed when it falls back to it', () => {
    const lock = { at: 1_000, keep: 500 }
    // At the close of 10:03 it is 20 points ahead; at the index's high of 10:05 it is back at 10.
    const call: Minute[] = [90, 95, 100, [100, 100, 85, 86], 86, [88, 100, 88, 99]]
    const put: Minute[] = [90, 90, 90, [90, 90, 82, 84], 84, [84, 84, 80, 82]]
    const trade = only(run({ legs: FAR, lock }, straddle(call, put)))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 100 10:05:59 PROFIT_LOCK', 'SELL PE 21700 90 → 80 10:05:59 PROFIT_LOCK'])
    expect([trade.gross, trade.extremes]).toEqual([500_00, { lowest: 0, highest: 1_000_00 }])
  })

  it('opens a stopped leg again, as often as its rule says, after a minute that ends with the premium back', () => {
    const legs = [{ ...CALL, stop: '25%', reentries: 1 }]
    // Back at 99 within 10:04, but not at its end; at the end of 10:05. Sold again at 101: the stop is 126.25.
    const call: Minute[] = [
      90,
      95,
      100,
      [100, 130, 100, 120],
      [118, 118, 99, 104],
      [104, 104, 98, 99],
      [101, 103, 99, 102],
      [102, 127, 101, 126],
      99,
      99,
    ]
    const trade = only(run({ legs }, { NIFTY04JAN2421700CE: call }))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 125 10:03:59 STOP', 'SELL CE 21700 101 → 126.25 10:07:59 STOP'])
    expect([trade.quantity, trade.gross]).toEqual([50, -(25_00 + 25_25) * 50])
  })

  it('waits for a leg to be opened again until its time is up', () => {
    const legs = [{ ...CALL, stop: '25%', reentries: 1 }]
    const call: Minute[] = [90, 95, 100, [100, 130, 100, 120], 120, 120, 99, 99]
    const waiting = run({ legs }, { NIFTY04JAN2421700CE: call.slice(0, 6) })
    expect([waiting.trades, waiting.stillOpen]).toMatchObject([[], [{ option: 'NIFTY04JAN2421700CE' }]])
    const trade = only(run({ legs }, { NIFTY04JAN2421700CE: call }, { changes: { settings: { windowEnd: 10 * 60 + 6 } } }))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 125 10:03:59 STOP'])
  })

  // Sold at 99.85 both, stopped at 124.80 and bought back at 125.35, as stops slip: 25.50 on 50 units. At the second stop itself 2,522.50 are lost.
  it('is over when the fill of its last stop takes it to the stop of the whole, though its legs might be opened again', () => {
    const legs = [CALL, PUT].map((leg) => ({ ...leg, stop: '25%', reentries: 1 }))
    const options = straddle([90, 95, 100, [100, 126, 100, 120], 120, 120], [90, 90, 100, 100, [100, 126, 100, 120], 120])
    const ended = (stop: number) => run({ legs, stop }, options, { changes: { slippage: 1 } })
    expect(only(ended(2_540)).gross).toBe(-2_550_00)
    expect(ended(2_560).stillOpen).toHaveLength(1)
  })

  it('keeps what was bought until what was sold is closed, when all of it is to be', () => {
    const legs: LegSource[] = [CALL, { ...CALL, side: 'BUY', strike: 'ATM+4' }]
    const options = { NIFTY04JAN2421700CE: [90, 95, 100, 100, null, 110], NIFTY04JAN2421900CE: [40, 40, 40, 40, 41, 44] }
    const trade = only(run({ legs }, options as Record<string, Minute[]>, { changes: { settings: { windowEnd: 10 * 60 + 4 } } }))
    expect(shown(trade)).toEqual(['BUY CE 21900 40 → 44 10:05:00 WINDOW_END', 'SELL CE 21700 100 → 110 10:05:00 WINDOW_END'])
  })

  it('is squared off on the day its legs expire, and settled at the intrinsic value when no price comes', () => {
    const thursday = '2024-01-04'
    const candles = new Map([
      ['NIFTY04JAN2421700CE', minutesFrom(thursday, '10:00', [90, 95, 100])],
      ['NIFTY04JAN2421700PE', minutesFrom(thursday, '10:00', [90, 95, 100])],
    ])
    const minutes = joined(minutesFrom(thursday, '10:00', [21_695, UP, 21_760]), minutesFrom('2024-01-05', '09:15', [21_800, 21_800]))
    const plan = testPlan({ interval: '1min', enter: '10:02', position: { legs: FAR } }, { slippage: 0 })
    const trade = only(runBacktest(plan, niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles })))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 60 15:30:00 SESSION_END', 'SELL PE 21700 100 → 0 15:30:00 SESSION_END'])
    const all = joined(minutesFrom(thursday, '10:00', [21_695, UP, 21_760, ...flat(325)]))
    const squared = only(runBacktest(plan, niftyHistory(all, { kind: 'OPTIONS', volatility: 0.14, candles: new Map() })))
    expect(squared.legs.map(({ exitTime }) => istIso(exitTime).slice(11, 16))).toEqual(['15:10', '15:10'])
  })

  it('holds nothing over night', () => {
    const candles = new Map(
      Object.entries(straddle([90, 95, 100, 104], [90, 95, 100, 90])).map(([symbol, each]) => [
        symbol,
        minutesFrom(DAY, '10:00', each as Minute[]),
      ]),
    )
    const minutes = joined(minutesFrom(DAY, '10:00', [21_695, UP, ...flat(2)]), minutesFrom('2024-01-02', '09:15', [21_900, 21_900]))
    const plan = testPlan({ interval: '1min', enter: '10:02', position: { legs: FAR } }, { slippage: 0 })
    const trade = only(runBacktest(plan, niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles })))
    expect(shown(trade)).toEqual(['SELL CE 21700 100 → 104 10:03:59 SESSION_END', 'SELL PE 21700 100 → 90 10:03:59 SESSION_END'])
  })
})

describe('a position that is not opened', () => {
  const premiums = straddle([90, 95, 100, 100], [90, 90, 90, 90])

  it('is none at all when one leg is not traded in the minute after the signal', () => {
    const { trades, stillOpen, denials } = run({ legs: FAR }, straddle([90, 95, 100, 100], [90, 90, null, 90]))
    expect([trades, stillOpen]).toEqual([[], []])
    expect(denials).toMatchObject([{ denial: { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg: 1, strike: 21_700_00 } } }])
  })

  it('is refused for its margin, with the numbers', () => {
    const account = { funds: paise(50_000_00), maxOpenTrades: 1, maxDailyLoss: null, squareOffAtDailyLoss: false }
    const [denied] = run({ legs: FAR }, premiums, { changes: { account, settings: { risk: paise(10_00_000_00) } } }).denials
    expect(denied).toMatchObject({ side: 'NEUTRAL', denial: { reason: 'MARGIN_SHORT', numbers: { available: 50_000_00 } } })
  })

  it('is refused by time first, then by its risk, then by the account', () => {
    const reason = (settings: NonNullable<NonNullable<Changes>['settings']>, funds = 10_00_000_00) =>
      run({ legs: [CALL, PUT].map((leg) => ({ ...leg, stop: '25%' })) }, premiums, {
        changes: { settings, account: { funds: paise(funds), maxOpenTrades: 0, maxDailyLoss: null, squareOffAtDailyLoss: false } },
      }).denials.map(({ denial }) => denial.reason)
    expect(reason({ windowEnd: 600, risk: paise(1) })).toEqual(['OUTSIDE_WINDOW'])
    expect(reason({ risk: paise(1) })).toEqual(['RISK_TOO_SMALL'])
    expect(reason({}, 1_00)).toEqual(['MAX_OPEN_TRADES_REACHED'])
  })
})

describe('the account of a backtest with positions', () => {
  it('has the loss of the day from legs that are closed and from those that are open, and closes all at its limit', () => {
    const legs = [{ ...CALL, stop: '25%' }, FAR[1]!]
    // The call is stopped 25 points down: 1,250; the put is 11 points down when 10:04 closes.
    const options = straddle([90, 95, 100, [100, 130, 100, 128], 128, 128], [90, 90, 90, 90, 101, 102])
    const account = { funds: paise(10_00_000_00), maxOpenTrades: 1, maxDailyLoss: paise(1_800_00), squareOffAtDailyLoss: true }
    expect(shown(only(run({ legs }, options, { changes: { account } })))).toEqual([
      'SELL CE 21700 100 → 125 10:03:59 STOP',
      'SELL PE 21700 90 → 102 10:05:00 DAILY_LOSS',
    ])
    expect(run({ legs }, options, { changes: { account: { ...account, maxDailyLoss: paise(2_000_00) } } }).stillOpen).toHaveLength(1)
  })
})
