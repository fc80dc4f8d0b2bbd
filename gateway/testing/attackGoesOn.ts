import type { Database } from '../../prisma/client.ts'
import { MINUTE } from '../../schema/time.ts'

/** As after many more failed attempts: after the fifth the wait is a quarter of an hour, which no busy machine outlasts. For tests only. */
export async function attackGoesOn(db: Database): Promise<void> {
  await db.failedAttempts.updateMany({ where: { failures: { gte: 5 } }, data: { retryAt: new Date(Date.now() + 15 * MINUTE) } })
}
