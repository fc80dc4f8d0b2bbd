import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { switchOff } from '../../gateway/topics/adminUsers/accountStates.ts'
import { letAccountTrade, stopAccount } from '../../gateway/topics/stops/accountStops.ts'
import type { Letter } from '../../gateway/topics/mail/Letter.ts'
import type { Letters } from '../../gateway/topics/mail/Letters.ts'
import type { Database } from '../../prisma/client.ts'
import { RUNNING } from '../../prisma/runningTrades.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'

/** Who did it, in the audit log. */
export const COMMAND_LINE = 'command line' as const

/** Sends a letter to an account's owner, after the change it reports. */
export type TellOwner = (write: (letters: Letters) => Letter) => void

export interface StopFlags {
  readonly squareOff: boolean
  readonly reason: string | undefined
}

/**
 * `stop EMAIL` opens no new trades for an account and, with --square-off, has the engine close its open ones; `lift EMAIL` lets it trade
 * again. Its owner is notified by mail, reads the reason and cannot lift the stop. Returns what to print. Throws UsageError, CommandFailure.
 */
export async function stopTrading(
  db: Database,
  [order, address, ...rest]: readonly string[],
  { squareOff, reason }: StopFlags,
  tellOwner: TellOwner,
): Promise<string> {
  const email = address?.trim().toLowerCase()
  if ((order !== 'stop' && order !== 'lift') || !email || rest.length > 0 || !reason)
    throw new UsageError('"account stop EMAIL --reason TEXT" or "account lift EMAIL --reason TEXT" is expected.')
  const user = await db.user.findUnique({ where: { email }, select: { id: true, name: true, email: true } })
  if (!user) throw new CommandFailure(`There is no account ${email}.`)
  const account = { accountId: user.id, actor: COMMAND_LINE, reason } as const
  if (order === 'lift') {
    await db.$transaction((tx) => letAccountTrade(tx, account)).catch(refused)
    tellOwner((letters) => letters.accountStopped(user, 'LIFTED', reason))
    return `${email} may open trades again, unless its owner has stopped it as well.`
  }
  await db.$transaction((tx) => stopAccount(tx, account, squareOff))
  tellOwner((letters) => letters.accountStopped(user, squareOff ? 'SQUARED_OFF' : 'STOPPED', reason))
  const open = async (mode: TradeMode) => db.trade.count({ where: { userId: user.id, mode, ...RUNNING } })
  const shown = `Open: ${await open('PAPER')} on paper, ${await open('LIVE')} live.`
  return `No new trades are opened for ${email}. ${shown} ${squareOff ? 'The engine closes them.' : 'They run to their own exit.'}`
}

/** A refusal that a person reads, as one of the command line. */
function refused(error: unknown): never {
  throw error instanceof UserFacingError ? new CommandFailure(error.message) : error
}

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
    ? `${email} is disabled. All its sessions have ended, and no new trades are opened; open ones run to their own exit. To close them: account stop ${email} --square-off --reason TEXT`
    : `${email} may sign in again.`
}
