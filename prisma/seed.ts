import { SHIPPED_MARKET_TABLES } from '../schema/market/shippedTables.ts'
import { STRATEGY_TEMPLATES } from '../schema/rules/templates.ts'
import { createAgentStrategies } from './agent/agentStrategies.ts'
import { openDatabase } from './client.ts'
import { createStrategy } from './createStrategy.ts'
import { seedMarketTables } from './marketTables.ts'

/** Puts the shipped market tables in, the built-in strategies as public ones, and those of the AI trading agent. What is there stays as it is: an admin's changes outlive a restart. */
export async function seed(url: string): Promise<void> {
  const db = openDatabase(url, 1)
  try {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    for (const template of STRATEGY_TEMPLATES) {
      const { slug, name, type, description, category, ...terms } = template
      if ((await db.strategy.count({ where: { slug } })) > 0) continue
      await createStrategy(db, { slug, name, type, description, category, isActive: true, isPublic: true }, terms)
    }
    await createAgentStrategies(db)
  } finally {
    await db.$disconnect()
  }
}
