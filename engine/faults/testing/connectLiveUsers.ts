import { expect } from 'vitest'
import { createStrategy, type StrategyTerms } from '../../../prisma/createStrategy.ts'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import { typed, type TestBroker } from '../../broker/accounts/testing/openTestBroker.ts'

/** Signals every few minutes. */
export const LONG = { interval: '1min', long: ['close', 'crosses above', 'ema(3)'] }
const TERMS = {
  ...{ windowStart: '09:15', windowEnd: '15:10', maxTrades: 1_000, instruments: ['NIFTY', 'BANKNIFTY'] },
  ...{ lots: 1, riskPerTradePaise: 5_000_000 },
}
/** One trades all the time, the other always has something to lose, which nothing closes. */
const EAGER = [
  { rules: { ...LONG, short: ['close', 'crosses below', 'ema(3)'] }, stopLossPercent: 3, takeProfitPercent: 3 },
  { rules: LONG, stopLossPercent: 40, takeProfitPercent: 90 },
]
/** Its stop follows every rise. */
export const TRAILING = [{ rules: LONG, stopLossPercent: 10, takeProfitPercent: 90, trailingStopPercent: 6 }]
/** No day's limit ends the load. */
const LIMITS = { maxDailyLossPaise: 10n ** 11n, maxOpenTrades: 1_000 }

/**
 * Has live subscriptions to strategies, two eager ones by default, for each of the sandbox's accounts, connected as its owner would by PIN
 * and one-time code. An engine must run. Resolves with the client codes by user. For tests only.
 */
export async function connectLiveUsers(
  broker: TestBroker,
  terms: readonly (Pick<StrategyTerms, 'rules'> & Partial<StrategyTerms>)[] = EAGER,
): Promise<Map<string, string>> {
  const { db } = broker.database
  const strategies = await Promise.all(
    terms.map((own, i) => {
      const identity = { slug: `eager-${i}`, name: `Eager ${i}`, description: 'of a test', type: 'custom', category: 'test' }
      return createStrategy(db, { ...identity, isActive: true, isPublic: true }, { ...TERMS, ...own })
    }),
  )
  const clientCodes = new Map<string, string>()
  for (const account of broker.sandbox.users) {
    const userId = await broker.createUser()
    clientCodes.set(userId, account.clientCode)
    await db.user.update({ where: { id: userId }, data: LIMITS })
    expect(await broker.ask(userId, 'CONNECT_WITH_PIN', typed(account, true))).toMatchObject({ errorCode: null })
    await openLiveGates(db, userId)
    const confirmed = { mode: 'LIVE', confirmedAt: new Date(), confirmedVersion: 1, confirmedLots: 1 } as const
    await db.subscription.createMany({ data: strategies.map((strategyId) => ({ userId, strategyId, ...confirmed })) })
  }
  return clientCodes
}
