import { describe, expect, it } from 'vitest'
import { totalCharges } from '../../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istIso } from '../../../schema/time.ts'
import type { BacktestAccount } from './BacktestPlan.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { joined, minutesFrom, niftyHistory, testPlan, type Minute } from '../testing/history.ts'

const DAY = '2024-01-01'
/** Both expire on Thursday. */
const CALL = 'NIFTY04JAN2421700CE'
const PUT = 'NIFTY04JAN2421700PE'
const RULES = { interval: '1min', long: ['close', 'crosses above', 21_700], short: ['close', 'crosses below', 21_690] } as const
const UP = 21_705
const DOWN = 21_680
/** LONG at the close of 10:01, that is at 10:02, then the given path of the index. */
const nifty = (...after: Minute[]) => minutesFrom(DAY, '10:00', [21_695, UP, ...after])
const accountOf = (rest: Partial<BacktestAccount>): BacktestAccount => ({
  ...{ funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: null, squareOffAtDailyLoss: false },
  ...rest,
})
const wide = { stopLoss: { unit: 'PERCENT', value: 50 }, takeProfit: { unit: 'PERCENT', value: 200 } } as const

function run(
  account: Partial<BacktestAccount>,
  minutes: ReturnType<typeof nifty>,
  call: readonly Minute[],
  put: readonly Minute[] = call.map(() => 50),
  settings: Parameters<typeof testPlan>[1] = {},
) {
  const candles = new Map([
    [CALL, minutesFrom(DAY, '10:00', call)],
    [PUT, minutesFrom(DAY, '10:00', put)],
  ])
  const plan = testPlan(RULES, { ...settings, account: accountOf(account), settings: { ...wide, ...settings.settings } })
  const result = runBacktest(plan, niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles }))
  return { ...result, closed: result.trades.map((trade) => [istIso(trade.exitTime).slice(11, 16), trade.exitReason]) }
}

describe('the loss of a day in a backtest', () => {
  const flat = [UP, UP, UP, UP, UP] as const
  // Bought at 100.15; 11.15 are lost on each of 50 units when 10:04 closes.
  const falling = [90, 95, 100, 95, 89, 88, 88] as const
  const limit = { maxDailyLoss: paise(500_00) }

  it('closes what is open at the next price once it reaches the limit, where the owner wants it to, and nothing where not', () => {
    expect(run({ ...limit, squareOffAtDailyLoss: true }, nifty(...flat), falling).closed).toEqual([['10:05', 'DAILY_LOSS']])
    expect(run({ ...limit, squareOffAtDailyLoss: false }, nifty(...flat), falling).closed).toEqual([])
    expect(run({ maxDailyLoss: paise(700_00), squareOffAtDailyLoss: true }, nifty(...flat), falling).closed).toEqual([])
  })

  it('that closed what was open stays reached for the day, at whatever better price it was sold, and not for the next', () => {
    const recovered = [90, 95, 100, 95, 89, 100, 100, 100, 100] as const
    const tomorrow = minutesFrom('2024-01-02', '10:00', [21_695, UP, UP, UP])
    const minutes = joined(nifty(UP, UP, UP, UP, DOWN, DOWN), tomorrow)
    const { trades, denials, stillOpen } = run({ ...limit, squareOffAtDailyLoss: true }, minutes, recovered)
    expect(trades).toMatchObject([{ exitReason: 'DAILY_LOSS' }])
    expect(trades[0]!.net).toBeGreaterThan(-500_00)
    expect(denials).toMatchObject([{ denial: { reason: 'DAILY_LOSS_REACHED', numbers: { maxDailyLoss: 500_00 } } }])
    expect(stillOpen).toMatchObject([{ side: 'LONG', source: 'MODEL' }])
  })

  it('has the charges of open trades in it, as it has live', () => {
    const minutes = nifty(UP, UP, DOWN, DOWN)
    const call = [90, 95, 100, 100, 99, 99]
    const bought = SHIPPED_MARKET_RULES.chargesFor({ side: 'BUY', exchange: 'NFO', value: paise(100_15 * 50), date: DAY })
    const sold = SHIPPED_MARKET_RULES.chargesFor({ side: 'SELL', exchange: 'NFO', value: paise(99_00 * 50), date: DAY })
    // Of both sides: the loss is what closing it would leave. Each is rounded, as booked charges are.
    const charges = totalCharges(bought) + totalCharges(sold)
    // SHORT at 10:05, when a unit of the call is worth 99.
    const loss = paise(1_15 * 50 + charges)
    expect(charges).toBeGreaterThan(20_00)
    expect(run({ maxDailyLoss: loss }, minutes, call).denials.map(({ denial }) => denial)).toEqual([
      { reason: 'DAILY_LOSS_REACHED', numbers: { loss, maxDailyLoss: loss } },
    ])
    expect(run({ maxDailyLoss: paise(loss + 1) }, minutes, call).denials).toEqual([])
  })
})

describe('the most trades of a day in a backtest', () => {
  const settings = { settings: { maxTrades: 1 } }

  it('are entries that bought something: one that found no price is none', () => {
    const minutes = nifty(DOWN, DOWN, UP, UP, UP)
    const noPut = [50, 50, 50, null, 50, 50, 50]
    const { denials, stillOpen, closed } = run({}, nifty(DOWN, UP, UP), [90, 95, null, 100, 100], [50, 50, 50, 50, 50], settings)
    expect(denials.map(({ denial }) => denial.reason)).toEqual(['NO_QUOTE', 'MAX_TRADES_REACHED'])
    expect([closed.length, stillOpen.length]).toEqual([1, 0])
    expect(run({}, minutes, [90, 95, 100, 100, 100, 100, 100], noPut, settings).denials.map(({ denial }) => denial.reason)).toEqual([
      'MAX_TRADES_REACHED',
      'MAX_TRADES_REACHED',
    ])
  })

  it('are counted anew on the next day, on options and on the index', () => {
    const minutes = joined(nifty(DOWN, DOWN), minutesFrom('2024-01-02', '10:00', [21_695, UP, UP, DOWN, DOWN]))
    for (const traded of [{ kind: 'OPTIONS', volatility: 0.14, candles: new Map() }, { kind: 'INDEX' }] as const) {
      const { denials } = runBacktest(testPlan(RULES, settings), niftyHistory(minutes, traded))
      expect(denials.map(({ candleTime, denial }) => [istIso(candleTime).slice(0, 10), denial.reason])).toEqual([
        [DAY, 'MAX_TRADES_REACHED'],
        ['2024-01-02', 'MAX_TRADES_REACHED'],
      ])
    }
  })
})
