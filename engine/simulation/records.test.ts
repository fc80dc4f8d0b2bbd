import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { describeRecords } from '../store/testing/describeRecords.ts'
import { SETTINGS } from '../trading/testing/decisions.ts'
import { RecordsConnection } from './RecordsConnection.ts'
import { Faults } from './Faults.ts'
import { Journal } from './Journal.ts'
import { SimulatedRecords } from './SimulatedRecords.ts'

describeRecords('in the memory of simulated days', async () => {
  const ids = { userId: 'user', strategyId: 'strategy' }
  let last = 0
  const records = new SimulatedRecords({
    rules: SHIPPED_MARKET_RULES,
    strategies: [{ id: ids.strategyId, version: 1, slug: 'strategy', rules: {}, instruments: ['NIFTY'] }],
    users: [{ id: ids.userId, funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: paise(25_000_00), squareOffAtDailyLoss: false }],
    subscriptions: [{ id: 'subscription', ...ids, version: 1, settings: SETTINGS }],
    newId: () => `00000000-0000-0000-0000-${String(++last).padStart(12, '0')}`,
  })
  const faults = new Faults(new SeededRandom('1'))
  faults.end()
  const connect = () =>
    new RecordsConnection({ records, faults, journal: new Journal(), databaseAnswers: () => true, onKilled: () => undefined })
  const takeOver = async () => {
    const connection = connect()
    return { trades: connection, decisions: connection }
  }
  const { trades, decisions } = await takeOver()
  return {
    ...{ records: trades, decisions, ...ids, takeOver },
    pullKill: async (kill) => records.kills.pull(kill),
    requestExit: async (tradeId) => void records.exitRequests.set(tradeId, 'MANUAL'),
  }
})
