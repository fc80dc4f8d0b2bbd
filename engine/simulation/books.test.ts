import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { describeBooks } from '../store/testing/describeBooks.ts'
import { SETTINGS } from '../trading/testing/decisions.ts'
import { BooksConnection } from './BooksConnection.ts'
import { Faults } from './Faults.ts'
import { Journal } from './Journal.ts'
import { SimulatedBooks } from './SimulatedBooks.ts'

describeBooks('in the memory of simulated days', async () => {
  const ids = { userId: 'user', strategyId: 'strategy' }
  let last = 0
  const books = new SimulatedBooks({
    rules: SHIPPED_MARKET_RULES,
    strategies: [{ id: ids.strategyId, version: 1, slug: 'strategy', rules: {}, instruments: ['NIFTY'] }],
    users: [{ id: ids.userId, funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: paise(25_000_00), squareOffAtDailyLoss: false }],
    subscriptions: [{ id: 'subscription', ...ids, version: 1, settings: SETTINGS }],
    newId: () => `00000000-0000-0000-0000-${String(++last).padStart(12, '0')}`,
    witness: { onOrder: () => undefined, onFill: () => undefined, onLeg: () => undefined },
  })
  const faults = new Faults(new SeededRandom('1'))
  faults.end()
  const connect = () =>
    new BooksConnection({ books, faults, journal: new Journal(), databaseAnswers: () => true, onKilled: () => undefined })
  return {
    ...{ books: connect(), ...ids },
    takeOver: async () => connect(),
    pullKill: async (kill) => books.pullKill(kill),
    requestExit: async (legId) => books.requestExit(legId),
  }
})
