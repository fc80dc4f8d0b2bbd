import type { Transaction } from './client.ts'
import type { StrategyTerms } from './createStrategy.ts'

/**
 * Gives a strategy its next version, which new subscriptions use from then on, and returns its number. Subscribers keep theirs. `changes`:
 * what it changes, a sentence each. Of two concurrent calls the second waits, then throws.
 */
export async function addStrategyVersion(
  tx: Transaction,
  strategyId: string,
  terms: StrategyTerms,
  { changes, createdBy }: { readonly changes: readonly string[]; readonly createdBy: string | null },
): Promise<number> {
  const { version } = await tx.strategy.findUniqueOrThrow({ where: { id: strategyId }, select: { version: true } })
  const data = { ...terms, strategyId, version: version + 1, changes: [...changes], createdBy }
  await tx.strategyVersion.create({ data })
  await tx.strategy.update({ where: { id: strategyId }, data: { version: data.version } })
  return data.version
}
