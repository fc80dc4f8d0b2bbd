import { STRATEGY_TEMPLATES } from '../schema/rules/templates.ts'
import { openDatabase } from './client.ts'

/** Puts the built-in strategies in as public ones. What is there stays as it is: an admin's changes outlive a restart. */
export async function seed(url: string): Promise<void> {
  const db = openDatabase(url, 1)
  try {
    for (const template of STRATEGY_TEMPLATES) {
      const { slug } = template
      await db.strategy.upsert({ where: { slug }, update: {}, create: { ...template, isActive: true, isPublic: true } })
    }
  } finally {
    await db.$disconnect()
  }
}
