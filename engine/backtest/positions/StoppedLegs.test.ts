import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { istIso, parseTimeOfDay } from '../../../schema/time.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { runBacktest } from '../run/runBacktest.ts'
import { minutesFrom, niftyHistory, testPlan } from '../testing/history.ts'
import type { BacktestAccount } from '../trades/BacktestPlan.ts'

/** A Thursday on which NIFTY's options expire: entries in them end at 14:30. */
const EXPIRY = '2024-01-04'
/** The Wednesday before: entries end at 15:10. */
const BEFORE = '2024-01-03'
const STRADDLE = STRATEGY_TEMPLATES.find(({ slug }) => slug === 'short-straddle')!.rules
const [CALL, PUT] = ['NIFTY04JAN2421700CE', 'NIFTY04JAN2421700PE']

/** Rupees from a time of day on, each until the next. */
type Steps = Readonly<Record<string, number>>
type Account = Partial<BacktestAccount>

/** The legs of a position sold at 09:20, its call and put at 100 until the given steps; fills are free. */
function run(date: string, call: Steps, put: Steps, { until = '15:30', rules = STRADDLE, account = {} as Account } = {}) {
  const minutes = (first: number, steps: Steps) => {
    const prices: number[] = []
    let price = first
    for (let at = 9 * 60 + 15; at < parseTimeOfDay(until)!; at++) {
      price = steps[`${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`] ?? price
      prices.push(price)
    }
    return minutesFrom(date, '09:15', prices)
  }
  const candles = new Map([
    [CALL, minutes(100, call)],
    [PUT, minutes(100, put)],
  ])
  const settings = { windowStart: 9 * 60 + 20, risk: paise(1_00_000_00) }
  const plan = testPlan(rules, { slippage: 0, settings })
  const market = niftyHistory(minutes(21_700, {}), { kind: 'OPTIONS', volatility: 0.14, candles })
  const { trades, stillOpen } = runBacktest({ ...plan, account: { ...plan.account, ...account } }, market)
  const legs = trades.flatMap((trade) => trade.legs)
  return {
    over: trades.length,
    open: stillOpen.length,
    legs: legs.map(({ contract, entryTime, entryPrice, exitTime, exitPrice }) =>
      [contract.optionType, clock(entryTime), entryPrice / 100, clock(exitTime), exitPrice / 100].join(' '),
    ),
  }
}
const clock = (at: number) => istIso(at).slice(11, 16)

describe('a stopped leg of a straddle in a backtest', () => {
  const stoppedAndBackAt = (date: string, time: string) => run(date, { '14:00': 130, [time]: 99 }, { '14:00': 80 }).legs

  it('is reopened until entries in its contract end: on the day it expires at 14:30', () => {
    const put = 'PE 09:20 100 15:10 80'
    expect(stoppedAndBackAt(EXPIRY, '14:29')).toEqual(['CE 09:20 100 14:00 130', put, 'CE 14:30 99 15:10 99'])
    expect(stoppedAndBackAt(EXPIRY, '14:30')).toEqual(['CE 09:20 100 14:00 130', put])
  })

  it('is reopened later on any other day', () => {
    expect(stoppedAndBackAt(BEFORE, '15:00')).toEqual(['CE 09:20 100 14:00 130', 'PE 09:20 100 15:20 80', 'CE 15:01 99 15:20 99'])
    expect(stoppedAndBackAt(BEFORE, '15:10')).toEqual(['CE 09:20 100 14:00 130', 'PE 09:20 100 15:20 80'])
  })

  it('keeps a position with nothing open alive until then, and no longer', () => {
    const idle = (until: string) => run(EXPIRY, { '14:00': 130 }, { '14:00': 130 }, { until })
    expect(idle('14:29')).toMatchObject({ over: 0, open: 1 })
    expect(idle('14:30')).toMatchObject({ over: 1, open: 0 })
  })
})

describe('the loss of the day', () => {
  // The call loses 30 on 50 units, 1,500, and charges; at 110 the put is another 500 behind.
  const backAt = (put: Steps, maxDailyLoss: number) =>
    run(BEFORE, { '10:00': 130, '10:20': 99 }, put, { account: { maxDailyLoss: paise(maxDailyLoss * 100) }, until: '15:30', rules: FAR })
  const leg = { side: 'SELL', strike: 'ATM', expiry: 'this week', lots: 1 } as const
  const withPut = (stop: string): RuleSource => {
    const legs = [
      { ...leg, option: 'CE' as const, stop: '25%', reentries: 1 },
      { ...leg, option: 'PE' as const, stop },
    ]
    return { interval: '1min', enter: '09:20', position: { legs } }
  }
  const FAR = withPut('300%')

  it('keeps a stopped leg closed when it has come to its limit, open legs included, even if nothing is squared off', () => {
    expect(backAt({ '10:10': 110 }, 2_000).legs).toEqual(['CE 09:20 100 10:00 130', 'PE 09:20 100 15:20 110'])
    expect(backAt({ '10:10': 110 }, 3_000).legs).toContain('CE 10:21 99 15:20 99')
    expect(backAt({ '10:10': 90 }, 2_000).legs).toContain('CE 10:21 99 15:20 99')
  })

  it('keeps it closed when the loss falls afterwards', () => {
    expect(backAt({ '10:10': 110, '10:40': 60 }, 2_000).legs).toEqual(['CE 09:20 100 10:00 130', 'PE 09:20 100 15:20 60'])
  })

  it('ends a position of which nothing else is open', () => {
    const bothStopped = (maxDailyLoss: number) => {
      const account = { maxDailyLoss: paise(maxDailyLoss * 100) }
      return run(BEFORE, { '10:00': 130, '10:20': 99 }, { '10:00': 130 }, { account, until: '10:21', rules: withPut('25%') })
    }
    expect(bothStopped(3_000)).toMatchObject({ over: 1, open: 0 })
    expect(bothStopped(4_000)).toMatchObject({ over: 0, open: 1 })
  })
})
