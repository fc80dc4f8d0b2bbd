import type { Transaction } from '../../../prisma/client.ts'
import { liftOthersKill, pullKill } from '../../../prisma/killSwitches.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import { recordAudit, type AuditDetails, type AuditEvent } from '../audit/recordAudit.ts'

/** An account that somebody else than its owner stops, or lets trade again. */
export interface OthersAccount {
  readonly accountId: string
  readonly actor: { readonly adminId: string } | 'command line'
  readonly reason: string
}

/** Stops the entries of an account, and with `squareOff` closes its open trades; in the audit logs of both. Idempotent, as pullKill() is. */
export async function stopAccount(tx: Transaction, { accountId, actor, reason }: OthersAccount, squareOff: boolean): Promise<void> {
  await pullKill(tx, { scope: 'USER', scopeId: accountId, squareOff, reason, by: nameOf(actor) })
  await recordForBoth(tx, { accountId, actor }, ['ENTRIES_STOPPED', 'ACCOUNT_STOPPED'], { squareOff, reason })
}

/** Lifts such a stop; what the owner has stopped as well stays stopped. Throws CONFLICT when there is none but the owner's own. */
export async function letAccountTrade(tx: Transaction, { accountId, actor, reason }: OthersAccount): Promise<void> {
  if (!(await liftOthersKill(tx, accountId)))
    throw new UserFacingError('CONFLICT', 'No admin has stopped this account, so there is no stop to lift.')
  await recordForBoth(tx, { accountId, actor }, ['ENTRIES_ALLOWED', 'ACCOUNT_LET_TRADE'], { reason })
}

/** In the log of the account, and in the log of the admin. Always in the same order: two admins may stop each other at once. */
async function recordForBoth(
  tx: Transaction,
  { accountId, actor }: Pick<OthersAccount, 'accountId' | 'actor'>,
  [ofAccount, ofActor]: readonly ['ENTRIES_STOPPED', 'ACCOUNT_STOPPED'] | readonly ['ENTRIES_ALLOWED', 'ACCOUNT_LET_TRADE'],
  details: AuditDetails,
): Promise<void> {
  const entries: AuditEvent[] = [{ accountId, action: ofAccount, actor: nameOf(actor), device: null, details }]
  if (actor !== 'command line')
    entries.push({ accountId: actor.adminId, action: ofActor, device: null, details: { ...details, account: accountId } })
  for (const entry of entries.sort((one, other) => (one.accountId < other.accountId ? -1 : 1))) await recordAudit(tx, entry)
}

const nameOf = (actor: OthersAccount['actor']) => (actor === 'command line' ? actor : actor.adminId)
