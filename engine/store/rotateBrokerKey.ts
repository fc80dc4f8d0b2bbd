import { openDatabase } from '../../prisma/client.ts'
import { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { rotateKey } from './brokerKeys.ts'

/** Rotates the engine's key pair (rotateKey), on its own database connection. `home`: the data folder. */
export async function rotateBrokerKey(databaseUrl: string, home: string): ReturnType<typeof rotateKey> {
  const db = openDatabase(databaseUrl, 'sakha rotate-key', 1)
  try {
    return await rotateKey(db, new EngineKeys(home))
  } finally {
    await db.$disconnect()
  }
}
