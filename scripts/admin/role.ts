import { randomBytes } from 'node:crypto'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { recordAudit } from '../../gateway/topics/audit/recordAudit.ts'
import { endSessions } from '../../gateway/security/endSessions.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import type { Role } from '../../prisma/generated/client.ts'
import { COMMAND_LINE, type TellOwner } from './account.ts'
import type { Confirm } from './askToConfirm.ts'

export interface RoleOrder {
  /** Takes the role away instead of giving it. */
  readonly revoke: boolean
  /** Of a new account, which is made when there is none of the address. */
  readonly name: string | undefined
}

export interface RoleTools {
  readonly confirm: Confirm
  readonly tellOwner: TellOwner
}

type Account = NonNullable<Awaited<ReturnType<Database['user']['findUnique']>>>

/**
 * `EMAIL` makes an account an admin, with a name a new one; `EMAIL --revoke` makes an admin a user again. Shows whose account it is and has
 * it confirmed first; the change ends every session, is in the audit log, and its owner is notified by mail. Answers what to print. Throws
 * UsageError, and CommandFailure where nothing was changed: there is no such account, nobody has shown that its address is theirs, or it was
 * not confirmed.
 */
export async function changeRole(
  db: Database,
  [address, ...rest]: readonly string[],
  { revoke, name }: RoleOrder,
  { confirm, tellOwner }: RoleTools,
): Promise<string> {
  const email = address?.trim().toLowerCase()
  if (!email?.includes('@') || rest.length > 0) throw new UsageError('One email address is expected.')
  if (revoke && name !== undefined) throw new UsageError('--name is for a new admin account, --revoke for one that is there.')
  const account = await db.user.findUnique({ where: { email } })
  if (!account) {
    if (revoke) throw new CommandFailure(`There is no account ${email}.`)
    return makeAdminAccount(db, email, name, { confirm, tellOwner })
  }
  if (revoke) {
    if (account.role === 'user') return `${email} is no admin.`
    await confirm(`This takes the role of an admin from the account\n${describe(account)}`, email)
    await setRole(db, account, 'user')
    tellOwner((letters) => letters.adminNoMore(account))
    return `${email} is no admin any more. All its sessions have ended, and its owner is told by mail.`
  }
  if (account.role === 'admin') return `${email} is an admin already.`
  if (account.emailVerifiedAt === null) {
    const way = 'Have its owner sign in and follow the link that is mailed there, then run this again.'
    throw new CommandFailure(
      `Nothing was changed: nobody has confirmed the e-mail address of the account, and anybody can sign up with another's.\n${describe(account)}\n${way}`,
    )
  }
  await confirm(`This makes an admin of the account\n${describe(account)}`, email)
  await setRole(db, account, 'admin')
  tellOwner((letters) => letters.madeAdmin(account))
  return `${email} is an admin. All its sessions have ended, and its owner is told by mail.`
}

async function makeAdminAccount(db: Database, email: string, name: string | undefined, { confirm, tellOwner }: RoleTools): Promise<string> {
  if (!name) throw new CommandFailure(`There is no account ${email}. Sign up first, or add --name "NAME" to make one.`)
  await confirm(`This makes a new account, of an admin\n  name     ${plain(name)}\n  address  ${email}`, email)
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const id = await db.$transaction(async (tx) => {
    const { id } = await tx.user.create({ data: { email, name, role: 'admin', passwordHash } })
    await recordAudit(tx, { accountId: id, action: 'SIGNED_UP', actor: COMMAND_LINE, device: null })
    await recordRole(tx, id, 'admin')
    return id
  })
  tellOwner((letters) => letters.madeAdmin({ id, name, email }))
  return `${email} is an admin. Password, shown only now: ${password}`
}

/** Of the account that was shown: one that has another address by now, or is not confirmed any more, is another. */
async function setRole(db: Database, { id, email, emailVerifiedAt }: Account, role: Role): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id, email, emailVerifiedAt, role: { not: role } }, data: { role } })
    if (count === 0) throw new CommandFailure('Nothing was changed: the account has changed meanwhile. Look at it again.')
    await endSessions(tx, { userId: id }, 'ROLE_CHANGED')
    await recordRole(tx, id, role)
  })
}

function recordRole(tx: Transaction, accountId: string, role: Role): Promise<void> {
  return recordAudit(tx, { accountId, action: 'ROLE_CHANGED', actor: COMMAND_LINE, device: null, details: { role } })
}

function describe({ name, email, createdAt, emailVerifiedAt, twoFactorAt, role, disabledAt }: Account): string {
  const facts = {
    name: plain(name),
    address: email,
    created: createdAt.toISOString(),
    confirmed: emailVerifiedAt?.toISOString() ?? 'never',
    'two-factor sign-in': twoFactorAt === null ? 'off' : `on since ${twoFactorAt.toISOString()}`,
    role,
    ...(disabledAt === null ? {} : { disabled: disabledAt.toISOString() }),
  }
  return Object.entries(facts)
    .map(([what, value]) => `  ${what.padEnd(19)} ${value}`)
    .join('\n')
}

/** Of what a terminal would obey instead of showing it, nothing is left. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
