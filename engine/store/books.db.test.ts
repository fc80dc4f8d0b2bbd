import { onTestFinished } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import type { Store } from './Store.ts'
import { describeBooks } from './testing/describeBooks.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { MARKET, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** The store of a node that has taken all users over. */
async function takeOver(): Promise<Store> {
  const store = current().storeOf(MARKET, await holdAllLeases(current().db))
  onTestFinished(() => store.close())
  return store
}

describeBooks('in PostgreSQL', async () => {
  const { db, subscription } = current()
  const { userId, strategyId } = subscription
  return {
    ...{ books: await takeOver(), userId, strategyId, takeOver },
    async pullKill(kill) {
      await pullKill(db, { scopeId: null, ...kill, reason: 'of a test', by: 'of a test' })
    },
    async requestExit(tradeId) {
      await requestExits(db, { tradeIds: [tradeId], reason: 'MANUAL', by: 'of a test' })
    },
  }
})
