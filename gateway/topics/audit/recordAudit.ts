import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Device } from '../../kit/Device.ts'
import type { AuditAction } from './actions.ts'
import { AuditChain, hashOf, type HashedEntry } from './AuditChain.ts'
import { isImpersonal } from './impersonal.ts'
import { markOf, sealPersonalFields } from './personalFields.ts'
import { personSecret } from './personKeys.ts'

/** Facts about the event; never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEvent {
  /** The account it happened to. */
  readonly accountId: string
  readonly action: AuditAction
  /** When it happened, if it is written later. */
  readonly at?: Date
  /** The actor, if not the owner: an account's id, or `command line`. Stored in clear: never a name or address. */
  readonly actor?: string
  /** Null: not caused by a request. */
  readonly device: Device | null
  readonly sessionId?: string
  readonly details?: AuditDetails
}

/**
 * Appends an entry to the account's audit log and publishes it, in the transaction of the change it records. Personal data (the device, and
 * all details but those of impersonal.ts) is sealed for AuditReader.ts. Entries of one account are serialised: call it last in the
 * transaction, after all other locks on rows of the account, or two transactions could deadlock. Throws when something must be sealed and
 * no gateway has ever been started.
 * Raw SQL: an advisory lock.
 */
export async function recordAudit(tx: Transaction, event: AuditEvent): Promise<void> {
  const { accountId, action, at = new Date(), actor = 'owner', device, sessionId = null } = event
  await lockAuditLog(tx, accountId)
  const last = await tx.auditEntry.findFirst({
    where: { accountId },
    orderBy: { sequence: 'desc' },
    select: { sequence: true, hash: true },
  })
  const sequence = (last?.sequence ?? 0) + 1
  const facts = Object.entries(event.details ?? {})
  const details = Object.fromEntries(facts.filter(([name]) => isImpersonal(name)))
  const personal = Object.fromEntries(facts.filter(([name]) => !isImpersonal(name)))
  const sealed = await seal(tx, device, personal, { accountId, sequence })
  const entry = { accountId, sequence, at, action, actor, sessionId, details, ...sealed }
  await tx.auditEntry.create({ data: { ...entry, hash: hashOf(entry, last?.hash) } })
  await publish(tx, { type: 'account.changed', userId: accountId })
}

/** Whether the user has signed in before, but never with this browser or program. */
export async function isNewDevice(tx: Transaction, accountId: string, { userAgent }: Device): Promise<boolean> {
  await lockAuditLog(tx, accountId)
  const secret = await personSecret(tx, accountId)
  if (!secret) return false
  const signIns = { accountId, action: 'SIGNED_IN', deviceMark: { not: null } } as const
  const known = await tx.auditEntry.findFirst({ where: { ...signIns, deviceMark: markOf(userAgent, secret) }, select: { sequence: true } })
  return known === null && (await tx.auditEntry.findFirst({ where: signIns, select: { sequence: true } })) !== null
}

/** The account's entries that break the hash chain: somebody has tampered with the table. Empty when it is intact. */
export async function brokenAuditEntries(db: Database, accountId: string): Promise<number[]> {
  const entries = await db.auditEntry.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } })
  const chain = new AuditChain()
  return entries.flatMap((entry) => (chain.continuesWith(entry) ? [] : [entry.sequence]))
}

/** What an entry's personal fields are bound to. */
export function entryName({ accountId, sequence }: { readonly accountId: string; readonly sequence: number }): string {
  return `audit entry ${sequence} of ${accountId}`
}

async function lockAuditLog(tx: Transaction, accountId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${accountId}`}, 0))`
}

async function seal(
  tx: Transaction,
  device: Device | null,
  details: AuditDetails,
  entry: { readonly accountId: string; readonly sequence: number },
): Promise<Pick<HashedEntry, 'sealed' | 'deviceMark'>> {
  if (!device && Object.keys(details).length === 0) return { sealed: null, deviceMark: null }
  const secret = await personSecret(tx, entry.accountId)
  if (!secret) return { sealed: null, deviceMark: null }
  const { publicKey } = await tx.auditKey.findUniqueOrThrow({ where: { id: 1 }, select: { publicKey: true } })
  const fields = { address: device?.address ?? null, userAgent: device?.userAgent ?? null, details }
  return {
    sealed: sealPersonalFields(fields, publicKey, secret, entryName(entry)),
    deviceMark: device && markOf(device.userAgent, secret),
  }
}
