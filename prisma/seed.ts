import { SHIPPED_MARKET_TABLES } from '../schema/market/shippedTables.ts'
import { STRATEGY_TEMPLATES } from '../schema/rules/templates.ts'
import { createAgentStrategies } from './agent/agentStrategies.ts'
import { openDatabase } from './client.ts'
import { createStrategy } from './createStrategy.ts'
import { seedMarketTables } from './marketTables.ts'

/** Seeds the shipped market tables, the built-in public strategies and the AI trading agent's. Existing rows stay: admins' changes last. */
export async function seed(url: string): Promise<void> {
  const db = openDatabase(url, 'sakha seed', 1)
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
