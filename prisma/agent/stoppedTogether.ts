import type { Transaction } from '../client.ts'

/** The strategies that a stop of one covers, itself among them: the AI trading agent's are stopped together, whichever is named. */
export async function stoppedTogether(db: Pick<Transaction, 'strategy'>, strategyId: string): Promise<string[]> {
  const named = await db.strategy.findUnique({ where: { id: strategyId }, select: { agent: true } })
  if (named === null || named.agent === null) return [strategyId]
  const kinds = await db.strategy.findMany({ where: { agent: { not: null } }, select: { id: true }, orderBy: { id: 'asc' } })
  return kinds.map(({ id }) => id)
}
