import { createHash } from 'node:crypto'
import { publish } from '../../prisma/bus.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { Device } from '../security/Device.ts'
import type { AuditAction } from './actions.ts'

/** Facts about what happened; never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEvent {
  /** The account it happened to. */
  readonly accountId: string
  readonly action: AuditAction
  /** Who did it, when it was not the owner: an admin's address, or `command line`. */
  readonly actor?: string
  /** Null: no request did it. */
  readonly device: Device | null
  readonly sessionId?: string
  readonly details?: AuditDetails
}

/** What a hash is taken over, beside the hash before. */
interface HashedEntry {
  readonly accountId: string
  readonly sequence: number
  readonly at: Date
  readonly action: string
  readonly actor: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly sessionId: string | null
  readonly details: unknown
}

/** Adds an entry to the account's audit log and tells of it, in the transaction of what it tells of. Entries of one account wait for each other: it comes after what else waits for rows of the account, or two could wait for one another. */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  const { accountId, action, actor = 'owner', device, sessionId = null, details = {} } = event
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${accountId}`}, 0))`
  const last = await tx.auditEntry.findFirst({
    where: { accountId },
    orderBy: { sequence: 'desc' },
    select: { sequence: true, hash: true },
  })
  const entry = {
    ...{ accountId, sequence: (last?.sequence ?? 0) + 1, at: new Date(), action, actor, sessionId, details },
    ...{ address: device?.address ?? null, userAgent: device?.userAgent ?? null },
  }
  await tx.auditEntry.create({ data: { ...entry, hash: hashOf(entry, last?.hash) } })
  await publish(tx, { type: 'account.changed', userId: accountId })
}

/** The entries of an account that do not follow from the one before: somebody has been at the table. Empty when all is well. */
export async function brokenAuditEntries(db: Database, accountId: string): Promise<number[]> {
  const entries = await db.auditEntry.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } })
  return entries.flatMap((entry, i) => {
    const follows = entry.sequence === i + 1 && Buffer.from(entry.hash).equals(hashOf(entry, entries[i - 1]?.hash))
    return follows ? [] : [entry.sequence]
  })
}

function hashOf(entry: HashedEntry, before: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const { accountId, sequence, at, action, actor, address, userAgent, sessionId, details } = entry
  // The database gives an object's members back in an order of its own.
  const facts = Object.entries(details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([accountId, sequence, at.toISOString(), action, actor, address, userAgent, sessionId, facts])
  return new Uint8Array(
    createHash('sha256')
      .update(before ?? '')
      .update(text)
      .digest(),
  )
}
