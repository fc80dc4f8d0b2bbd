import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../prisma/client.ts'

const SECRET_BYTES = 32

/**
 * A person's secret, created on first use; null for a deleted account, which keeps nothing personal. The caller holds the lock of the
 * account's audit log.
 * Raw SQL: it is inserted by one statement that looks whether the account is deleted.
 */
export async function personSecret(tx: Transaction, accountId: string): Promise<Uint8Array | null> {
  const there = await tx.personKey.findUnique({ where: { accountId } })
  if (there) return there.secret
  const [made] = await tx.$queryRaw<{ secret: Uint8Array }[]>`
    INSERT INTO "PersonKey" ("accountId", secret) SELECT ${accountId}::uuid, ${randomBytes(SECRET_BYTES)}
    WHERE NOT EXISTS (SELECT FROM "User" WHERE id = ${accountId}::uuid AND "deletedAt" IS NOT NULL)
    RETURNING secret`
  return made?.secret ?? null
}

/**
 * Makes the personal fields of a person's audit log unreadable for good. Belongs in the transaction that deletes the account, after its
 * last entry.
 */
export async function destroyPersonKey(tx: Transaction, accountId: string): Promise<void> {
  await tx.personKey.deleteMany({ where: { accountId } })
}
