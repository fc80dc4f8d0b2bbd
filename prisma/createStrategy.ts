import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from './client.ts'
import type { Prisma } from './generated/client.ts'

/** What a strategy is called and who may have it. What is left out is the table's default. */
export type StrategyIdentity = Pick<
  Prisma.StrategyUncheckedCreateInput,
  'slug' | 'name' | 'description' | 'type' | 'category' | 'isActive' | 'isPublic' | 'paperTrade' | 'agent' | 'archivedAt'
>

/** What a version of a strategy trades by. What is left out is the table's default. */
export type StrategyTerms = Pick<
  Prisma.StrategyVersionUncheckedCreateInput,
  | 'rules'
  | 'windowStart'
  | 'windowEnd'
  | 'maxTrades'
  | 'riskPerTradePaise'
  | 'stopLossPercent'
  | 'takeProfitPercent'
  | 'trailingStopPercent'
  | 'lots'
  | 'instruments'
>

/** Inserts a strategy with its version 1, and returns its id. `createdBy`: the admin's account. Throws when the slug is taken. */
export async function createStrategy(
  db: Database | Transaction,
  identity: StrategyIdentity,
  terms: StrategyTerms,
  createdBy: string | null = null,
): Promise<string> {
  // Named here because both are part of the key of its newest version, too, for which Prisma leaves the defaults out.
  const data = { id: uuid(), version: 1, ...identity, versions: { create: { ...terms, createdBy } } }
  return (await db.strategy.create({ data, select: { id: true } })).id
}
