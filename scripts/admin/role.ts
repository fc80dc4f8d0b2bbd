import { randomBytes } from 'node:crypto'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { giveRole } from '../../gateway/topics/adminUsers/accountStates.ts'
import { stillTrading } from '../../gateway/topics/adminUsers/stillTrading.ts'
import { recordAudit } from '../../gateway/topics/audit/recordAudit.ts'
import { lockAccount } from '../../gateway/security/lockAccount.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import type { Database } from '../../prisma/client.ts'
import { textMistake } from '../../schema/textMistake.ts'
import { mayTrade, ROLES, type Role } from '../../schema/roles.ts'
import { COMMAND_LINE, type TellOwner } from './account.ts'
import type { Confirm } from './askToConfirm.ts'

export interface RoleFlags {
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

const CHANGES: Readonly<Record<Role, { readonly question: string; readonly done: string }>> = {
  user: { question: 'This takes the role away from the account', done: 'is a user' },
  analyst: { question: 'This makes an analyst of the account', done: 'is an analyst' },
  admin: { question: 'This makes an admin of the account', done: 'is an admin' },
}

/**
 * `EMAIL` makes an account an admin, with a name a new one; `EMAIL --revoke` makes it a user again; `role EMAIL ROLE` gives any role. Shows whose account it is and has it confirmed
 * first; the change ends every session, is in the audit log, and its owner is notified by mail. Returns what to print. Throws UsageError,
 * and CommandFailure where nothing was changed: there is no such account, nobody has shown that its address is theirs, an analyst's still
 * trades, or it was not confirmed.
 */
export async function changeRole(
  db: Database,
  args: readonly string[],
  flags: RoleFlags,
  { confirm, tellOwner }: RoleTools,
): Promise<string> {
  const { role, addresses } = readOrder(args, flags)
  const { name } = flags
  const [address, ...rest] = addresses
  const email = address?.trim().toLowerCase()
  if (!email?.includes('@') || rest.length > 0) throw new UsageError('One email address is expected.')
  if (role !== 'admin' && name !== undefined)
    throw new UsageError('--name is for a new admin account, other roles are for one that is there.')
  const account = await db.user.findUnique({ where: { email } })
  if (!account) {
    if (role !== 'admin') throw new CommandFailure(`There is no account ${email}.`)
    return makeAdminAccount(db, email, name, { confirm, tellOwner })
  }
  const { question, done } = CHANGES[role]
  if (account.role === role) return `${email} ${done} already.`
  if (role !== 'user' && account.emailVerifiedAt === null) {
    const way = 'Have its owner sign in and follow the link that is mailed there, then run this again.'
    throw new CommandFailure(
      `Nothing was changed: nobody has confirmed the e-mail address of the account, and anybody can sign up with another's.\n${describe(account)}\n${way}`,
    )
  }
  await confirm(`${question}\n${describe(account)}`, email)
  await setRole(db, account, role)
  tellOwner((letters) => letters.roleChanged(account, { from: account.role, to: role }, null))
  return `${email} ${done} now. All its sessions have ended, and its owner is told by mail.`
}

function readOrder(args: readonly string[], { revoke }: RoleFlags): { readonly role: Role; readonly addresses: readonly string[] } {
  if (args[0] !== 'role') return { role: revoke ? 'user' : 'admin', addresses: args }
  const [, address = '', wanted, ...rest] = args
  const role = ROLES.find((known) => known === wanted)
  if (revoke || role === undefined) throw new UsageError(`One of these roles is expected after the address: ${ROLES.join(', ')}.`)
  return { role, addresses: [address, ...rest] }
}

async function makeAdminAccount(db: Database, email: string, name: string | undefined, { confirm, tellOwner }: RoleTools): Promise<string> {
  if (!name) throw new CommandFailure(`There is no account ${email}. Sign up first, or add --name "NAME" to make one.`)
  const mistake = textMistake(name)
  if (mistake !== null) throw new UsageError(`--name ${mistake}.`)
  await confirm(`This makes a new account, of an admin\n  name     ${plain(name)}\n  address  ${email}`, email)
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const id = await db.$transaction(async (tx) => {
    const { id } = await tx.user.create({ data: { email, name, role: 'admin', passwordHash } })
    await recordAudit(tx, { accountId: id, action: 'SIGNED_UP', actor: COMMAND_LINE, device: null })
    await recordAudit(tx, { accountId: id, action: 'ROLE_CHANGED', actor: COMMAND_LINE, device: null, details: { role: 'admin' } })
    return id
  })
  tellOwner((letters) => letters.roleChanged({ id, name, email }, { from: 'user', to: 'admin' }, null))
  return `${email} is an admin. Password, shown only now: ${password}`
}

/** Of the account that was shown: one with a new address, or no longer confirmed, is another. */
async function setRole(db: Database, { id, email, emailVerifiedAt }: Account, role: Role): Promise<void> {
  await db.$transaction(async (tx) => {
    const now = await lockAccount(tx, id)
    const isSame = now.email === email && now.emailVerifiedAt?.getTime() === emailVerifiedAt?.getTime() && now.role !== role
    if (!isSame) throw new CommandFailure('Nothing was changed: the account has changed meanwhile. Look at it again.')
    const trading = mayTrade(role) ? null : await stillTrading(tx, id)
    if (trading !== null) throw new CommandFailure(`Nothing was changed. ${trading}`)
    await giveRole(tx, id, role, { actor: COMMAND_LINE, reason: null })
  })
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

/** Removes what a terminal would obey instead of show. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
