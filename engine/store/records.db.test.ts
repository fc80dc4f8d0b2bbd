import { onTestFinished } from 'vitest'
import { requestExits } from '../../prisma/exitRequests.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import type { Store } from './Store.ts'
import { describeRecords } from './testing/describeRecords.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { MARKET, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** The store of a node that has taken over all users. */
async function takeOver(): Promise<Store> {
  const store = current().storeOf(MARKET, await holdAllLeases(current().db))
  onTestFinished(() => store.close())
  return store
}

describeRecords('in PostgreSQL', async () => {
  const { db, subscription } = current()
  const { userId, strategyId } = subscription
  const { trades, decisions } = await takeOver()
  return {
    ...{ records: trades, decisions, userId, strategyId, takeOver },
    async pullKill(kill) {
      await pullKill(db, { scopeId: null, ...kill, reason: 'of a test', by: 'of a test' })
    },
    async requestExit(tradeId) {
      await requestExits(db, { tradeIds: [tradeId], reason: 'MANUAL', by: 'of a test' })
    },
  }
})
