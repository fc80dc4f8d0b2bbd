import { randomBytes } from 'node:crypto'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { recordAudit } from '../../gateway/audit/recordAudit.ts'
import type { Letter } from '../../gateway/mail/Letter.ts'
import type { Letters } from '../../gateway/mail/Letters.ts'
import { endSessions } from '../../gateway/security/endSessions.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import type { Database } from '../../prisma/client.ts'

/** Who did it, in the audit log. */
const COMMAND_LINE = 'command line'

/** Sends a letter to an account's owner, after the change that it tells of. */
export type TellOwner = (write: (letters: Letters) => Letter) => void

/** Makes an account an admin and tells its owner by mail, or with a name a new one; answers what to tell. Throws UsageError, or CommandFailure when there is no such account. */
export async function makeAdmin(
  db: Database,
  [address, ...rest]: readonly string[],
  name: string | undefined,
  tellOwner: TellOwner,
): Promise<string> {
  const email = address?.trim().toLowerCase()
  if (!email?.includes('@') || rest.length > 0) throw new UsageError('One email address is expected.')
  const existing = await db.user.findUnique({ where: { email } })
  if (existing) {
    if (existing.role === 'admin') return `${email} is an admin already.`
    await db.$transaction(async (tx) => {
      await tx.user.update({ where: { email }, data: { role: 'admin' } })
      await endSessions(tx, { userId: existing.id }, 'ROLE_CHANGED')
      await recordAudit(tx, {
        accountId: existing.id,
        action: 'ROLE_CHANGED',
        actor: COMMAND_LINE,
        device: null,
        details: { role: 'admin' },
      })
    })
    tellOwner((letters) => letters.madeAdmin(existing))
    return `${email} is an admin. All its sessions have ended, and its owner is told by mail.`
  }
  if (!name) throw new CommandFailure(`There is no account ${email}. Sign up first, or add --name "NAME" to make one.`)
  const password = randomBytes(12).toString('base64url')
  await db.user.create({ data: { email, name, role: 'admin', passwordHash: await hashPassword(password) } })
  return `${email} is an admin. Password, shown only now: ${password}`
}

/** `disable EMAIL` ends every session of an account and lets nobody sign in to it, `enable EMAIL` lets its owner in again; the owner is told by mail. Answers what to tell. Throws UsageError, CommandFailure. */
export async function switchAccount(db: Database, [order, address, ...rest]: readonly string[], tellOwner: TellOwner): Promise<string> {
  const email = address?.trim().toLowerCase()
  if ((order !== 'disable' && order !== 'enable') || !email || rest.length > 0)
    throw new UsageError('"account disable EMAIL" or "account enable EMAIL" is expected.')
  const user = await db.user.findUnique({ where: { email }, select: { id: true, name: true, email: true, disabledAt: true } })
  if (!user) throw new CommandFailure(`There is no account ${email}.`)
  const disable = order === 'disable'
  if ((user.disabledAt !== null) === disable) return `${email} is ${order}d already.`
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { email }, data: { disabledAt: disable ? new Date() : null } })
    if (disable) await endSessions(tx, { userId: user.id }, 'DISABLED')
    const action = disable ? 'ACCOUNT_DISABLED' : 'ACCOUNT_ENABLED'
    await recordAudit(tx, { accountId: user.id, action, actor: COMMAND_LINE, device: null })
  })
  tellOwner((letters) => letters.accountSwitched(user, disable))
  return disable
    ? `${email} is disabled. All its sessions have ended; its open trades run to their own exit.`
    : `${email} may sign in again.`
}
