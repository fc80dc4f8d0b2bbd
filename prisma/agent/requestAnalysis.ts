import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Transaction } from '../client.ts'
import { enqueue } from '../jobs/enqueue.ts'

/**
 * Has the engine analyse an index for a user, once the transaction is committed. Returns the request's id: `agent.answered` is published
 * when its row holds the analysis, or why there is none.
 */
export async function requestAnalysis(tx: Transaction, userId: string, symbol: IndexSymbol, lookback: number): Promise<string> {
  const { id } = await tx.agentRequest.create({ data: { userId, symbol, lookback }, select: { id: true } })
  await enqueue(tx, 'agent.analyse', { requestId: id })
  return id
}
