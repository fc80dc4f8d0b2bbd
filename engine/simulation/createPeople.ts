import { paise } from '../../schema/money.ts'
import type { RuleSource } from '../../schema/rules/RuleSource.ts'
import type { SeededRandom } from '../../schema/SeededRandom.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'
import type { SimulatedSubscription, SimulatedUser } from './SimulatedRecords.ts'

const USERS = 3

/**
 * Eager, so that a day has many trades: one signals on nearly every bar, one on turns, one in one direction only. Then positions: one whose
 * sold legs are stopped and opened again, one whose sold legs are hedged, and one that takes a direction.
 */
const RULES: readonly RuleSource[] = [
  { interval: '5min', long: ['close', '>', 'open'], short: ['close', '<', 'open'] },
  { interval: '1min', long: ['close', 'crosses above', 'sma(5)'], short: ['close', 'crosses below', 'sma(5)'] },
  { interval: '5min', long: ['close', '>', 'sma(3)'] },
  {
    interval: '5min',
    enter: ['close', '>', 'open'],
    position: {
      legs: [
        { side: 'SELL', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1, stop: '8%', reentries: 2 },
        { side: 'SELL', option: 'PE', strike: 'ATM', expiry: 'this week', lots: 1, stop: '10%', reentries: 2 },
      ],
      stopsToCost: true,
    },
  },
  {
    interval: '5min',
    enter: ['close', '<', 'open'],
    position: {
      legs: [
        { side: 'BUY', option: 'CE', strike: 'ATM+4', expiry: 'this week', lots: 1 },
        { side: 'BUY', option: 'PE', strike: 'ATM-4', expiry: 'this week', lots: 1 },
        { side: 'SELL', option: 'CE', strike: 'ATM+2', expiry: 'this week', lots: 1 },
        { side: 'SELL', option: 'PE', strike: 'ATM-2', expiry: 'this week', lots: 1 },
      ],
      stop: '15%',
      target: '20%',
      lock: { at: 100, keep: 20, every: 50, by: 40 },
    },
  },
  {
    interval: '5min',
    long: ['close', '>', 'sma(3)'],
    position: {
      legs: [
        { side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 },
        { side: 'SELL', option: 'CE', strike: 'ATM+3', expiry: 'this week', lots: 1 },
      ],
      stop: 600,
      target: 900,
    },
  },
]

/** Users with small and large accounts, some too small for what a sold option sets aside, each subscribed to most of the strategies, on settings of all kinds. */
export function createPeople(random: SeededRandom): {
  readonly strategies: readonly StoredStrategy[]
  readonly users: readonly SimulatedUser[]
  readonly subscriptions: readonly SimulatedSubscription[]
} {
  const oneIn = (n: number) => random.integer(1, n) === 1
  const rupees = (low: number, high: number) => paise(random.integer(low, high) * 100)
  const strategies = RULES.map((rules, i) => ({ id: `strategy-${i}`, version: 1, slug: `strategy-${i}`, rules, instruments: ['NIFTY'] }))
  const users = Array.from({ length: USERS }, (_, i) => ({
    id: `user-${i}`,
    funds: oneIn(3) ? rupees(10_00_000, 1_50_00_000) : rupees(20_000, 15_00_000),
    maxOpenTrades: random.integer(1, 5),
    maxDailyLoss: oneIn(2) ? rupees(2_000, 30_000) : null,
    squareOffAtDailyLoss: !oneIn(3),
  }))
  const subscriptions = users.flatMap((user) =>
    strategies
      .filter(() => !oneIn(4))
      .map((strategy, i) => ({
        ...{ id: `${user.id} ${strategy.id}`, userId: user.id, strategyId: strategy.id, version: strategy.version },
        settings: {
          windowStart: 9 * 60 + random.integer(15, 60),
          windowEnd: random.integer(12 * 60, 15 * 60 + 30),
          maxTrades: random.integer(3, 40),
          // Now and then more than one order may have.
          lots: oneIn(5) ? random.integer(28, 60) : random.integer(1, 6),
          takeProfit: oneIn(2)
            ? { unit: 'PERCENT' as const, value: random.integer(2, 20) }
            : { unit: 'RUPEES' as const, value: rupees(200, 5_000) },
          stopLoss: oneIn(2)
            ? { unit: 'PERCENT' as const, value: random.integer(2, 15) }
            : { unit: 'RUPEES' as const, value: rupees(200, 5_000) },
          trailingStopPercent: oneIn(2) ? random.integer(2, 10) : null,
          risk: rupees(500, 20_000),
          // Not drawn: the days of known seeds stay what they are.
          sizeByRisk: i === 1,
        },
      })),
  )
  return { strategies, users, subscriptions }
}
