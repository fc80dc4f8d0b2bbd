import { requestExits } from '../../prisma/exitRequests.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import { describeBooks } from './testBooksSuite.ts'
import { useTestStore } from './testStore.ts'

const current = useTestStore()

describeBooks('in PostgreSQL', async () => {
  const { store, db, subscription } = current()
  const { userId, strategyId } = subscription
  return {
    ...{ books: store, userId, strategyId },
    async pullKill(kill) {
      await pullKill(db, { scopeId: null, ...kill, reason: 'of a test', by: 'of a test' })
    },
    async requestExit(tradeId) {
      await requestExits(db, { tradeIds: [tradeId], reason: 'MANUAL', by: 'of a test' })
    },
  }
})
