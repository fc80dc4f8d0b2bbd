import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { switchOff } from '../../gateway/topics/adminUsers/accountStates.ts'
import type { Letter } from '../../gateway/topics/mail/Letter.ts'
import type { Letters } from '../../gateway/topics/mail/Letters.ts'
import type { Database } from '../../prisma/client.ts'

/** Who did it, in the audit log. */
export const COMMAND_LINE = 'command line'

/** Sends a letter to an account's owner, after the change it reports. */
export type TellOwner = (write: (letters: Letters) => Letter) => void

/**
 * `disable EMAIL` ends every session of an account and lets nobody sign in to it, `enable EMAIL` lets its owner in again; the owner is
 * notified by mail. Returns what to print. Throws UsageError, CommandFailure.
 */
export async function switchAccount(db: Database, [order, address, ...rest]: readonly string[], tellOwner: TellOwner): Promise<string> {
  const email = address?.trim().toLowerCase()
  if ((order !== 'disable' && order !== 'enable') || !email || rest.length > 0)
    throw new UsageError('"account disable EMAIL" or "account enable EMAIL" is expected.')
  const user = await db.user.findUnique({ where: { email }, select: { id: true, name: true, email: true, disabledAt: true } })
  if (!user) throw new CommandFailure(`There is no account ${email}.`)
  const disable = order === 'disable'
  if ((user.disabledAt !== null) === disable) return `${email} is ${order}d already.`
  await db.$transaction((tx) => switchOff(tx, user.id, disable, { actor: COMMAND_LINE, reason: null }))
  tellOwner((letters) => letters.accountSwitched(user, disable, null))
  return disable
    ? `${email} is disabled. All its sessions have ended; its open trades run to their own exit.`
    : `${email} may sign in again.`
}
