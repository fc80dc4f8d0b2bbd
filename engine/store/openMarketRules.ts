import { openDatabase, type DatabaseSource } from '../../prisma/client.ts'
import { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'

export interface OpenMarketRules {
  readonly current: CurrentMarketRules
  close(): Promise<void>
}

/** The market rules in force. Rejects when they cannot be read. */
export async function openMarketRules(from: DatabaseSource): Promise<OpenMarketRules> {
  const db = openDatabase(from, 'market rules', 1)
  const close = () => db.$disconnect()
  try {
    return { current: await CurrentMarketRules.load(db), close }
  } catch (error) {
    await close()
    throw error
  }
}
