import type { IndexSymbol } from '../../schema/market/indices.ts'
import { DAY } from '../../schema/time.ts'
import type { Transaction } from '../client.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** How long what a user asked for is kept, until he asks again. */
const KEPT = DAY

/**
 * Has the engine analyse an index for a user, once the transaction is committed. Returns the request's id: `agent.answered` is published
 * when its row holds the analysis, or why there is none.
 */
export async function requestAnalysis(tx: Transaction, userId: string, symbol: IndexSymbol, lookback: number): Promise<string> {
  await tx.agentRequest.deleteMany({ where: { userId, createdAt: { lt: new Date(Date.now() - KEPT) } } })
  const { id } = await tx.agentRequest.create({ data: { userId, symbol, lookback }, select: { id: true } })
  await enqueue(tx, 'agent.analyse', { requestId: id })
  return id
}
