import { publish } from '../../../prisma/bus/publish.ts'
import type { Transaction } from '../../../prisma/client.ts'
import type { Role } from '../../../prisma/generated/client.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endTokens, reopenTokenSockets } from '../../security/personalTokens/endTokens.ts'
import { recordAudit } from '../audit/recordAudit.ts'

/** Who changes an account, as the audit log names them, and why; null: no reason was requested. */
export interface Changer {
  readonly actor: string
  readonly reason: string | null
}

/** Gives an account a role, ends every session of it at once, and records that. Its access tokens read by the new role from now on. */
export async function giveRole(tx: Transaction, accountId: string, role: Role, by: Changer): Promise<void> {
  await tx.user.update({ where: { id: accountId }, data: { role } })
  await endSessions(tx, { userId: accountId }, 'ROLE_CHANGED')
  await reopenTokenSockets(tx, accountId)
  await recordAudit(tx, { accountId, action: 'ROLE_CHANGED', actor: by.actor, device: null, details: { role, ...reasonOf(by) } })
}

/**
 * Lets nobody sign in to an account and ends every session and access token of it at once, or lets its owner in again; records that. The
 * engine opens nothing more for one that is off (MAY_OPEN_TRADES), also what was decided or asked before; open trades run to their exit.
 */
export async function switchOff(tx: Transaction, accountId: string, off: boolean, by: Changer): Promise<void> {
  await tx.user.update({ where: { id: accountId }, data: { disabledAt: off ? new Date() : null } })
  if (off) {
    await endSessions(tx, { userId: accountId }, 'DISABLED')
    await endTokens(tx, { userId: accountId })
    await tx.agentProposal.updateMany({ where: { userId: accountId, answer: 'PENDING' }, data: { answer: 'EXPIRED' } })
  }
  await publish(tx, { type: 'kill.changed' })
  const action = off ? 'ACCOUNT_DISABLED' : 'ACCOUNT_ENABLED'
  await recordAudit(tx, { accountId, action, actor: by.actor, device: null, details: reasonOf(by) })
}

function reasonOf({ reason }: Changer): { readonly reason?: string } {
  return reason === null ? {} : { reason }
}
