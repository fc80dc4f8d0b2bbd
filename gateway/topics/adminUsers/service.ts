import type { Database, Transaction } from '../../../prisma/client.ts'
import type { User } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { ManagedUserConnection, ManagedUserDetails } from '../../../schema/graphql/managedUsers.ts'
import { mayTrade } from '../../../schema/roles.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { endSessions } from '../../security/endSessions.ts'
import { lockAccount } from '../../security/lockAccount.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import type { Admin } from '../adminStrategies/service.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letter } from '../mail/Letter.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import type { ProfileService } from '../profile/service.ts'
import { giveRole, switchOff, type Changer } from './accountStates.ts'
import { actInput, changeInput, roleInput, userKeyInput, usersInput } from './input.ts'
import { countUsers, listUsers } from './listUsers.ts'
import { readUser, type UserReaders } from './readUsers.ts'
import { stillTrading } from './stillTrading.ts'

export interface AdminUserParts extends UserReaders {
  readonly postbox: Postbox
  readonly letters: Letters
  readonly profile: ProfileService
}

/** How the account's owner learns of an act. */
type Act = (tx: Transaction, user: User, by: Changer) => Promise<Letter | null>

/**
 * The accounts as admins manage them. Every method throws FORBIDDEN to anybody else (requireAdmin). Every act takes a reason, is in the
 * account's own audit log with the admin as its actor, and is mailed to its owner. None of them shows a secret or trades for a user.
 * Raw SQL: an advisory lock.
 */
export class AdminUserService {
  readonly #db: Database
  readonly #parts: AdminUserParts
  constructor(db: Database, parts: AdminUserParts) {
    this.#db = db
    this.#parts = parts
  }

  /** Accounts that were not deleted, the newest first unless sorted otherwise. Throws BAD_USER_INPUT. */
  async list(caller: Principal, input: unknown): Promise<ManagedUserConnection> {
    requireAdmin(caller)
    const question = parseInput(usersInput, input)
    const marketDay = await this.#parts.engine.marketDayStart()
    const [users, total] = await Promise.all([listUsers(this.#db, question, marketDay), countUsers(this.#db, question)])
    return { ...connection(users, question), total }
  }

  /** Throws BAD_USER_INPUT, NOT_FOUND. */
  async one(caller: Principal, input: unknown): Promise<ManagedUserDetails> {
    requireAdmin(caller)
    const { id } = parseInput(userKeyInput, input)
    return this.#read(caller, id)
  }

  /**
   * Ends every session of an account, lets nobody sign in, and has nothing more opened for it; open trades run to their own exit. Throws BAD_USER_INPUT, NOT_FOUND,
   * REAUTHENTICATION_REQUIRED, CONFLICT when the account has changed since `updatedAt`, is suspended already, or is the last admin's.
   */
  suspend(admin: Admin, input: unknown): Promise<ManagedUserDetails> {
    return this.#change(admin, changeInput, input, async (tx, user, by) => {
      if (user.disabledAt !== null) throw new UserFacingError('CONFLICT', 'This account is already suspended.')
      await refuseLastAdmin(tx, user, 'cannot be suspended')
      await switchOff(tx, user.id, true, by)
      return this.#parts.letters.accountSwitched(user, true, by.reason)
    })
  }

  /** Lets the owner of a suspended account sign in again, and new trades be opened from the next signal. Throws as suspend(). */
  restore(admin: Admin, input: unknown): Promise<ManagedUserDetails> {
    return this.#change(admin, changeInput, input, async (tx, user, by) => {
      if (user.disabledAt === null) throw new UserFacingError('CONFLICT', 'This account is not suspended.')
      await switchOff(tx, user.id, false, by)
      return this.#parts.letters.accountSwitched(user, false, by.reason)
    })
  }

  /**
   * Gives an account a role, and ends its sessions. Throws as suspend(), and CONFLICT for an address nobody has confirmed, and for an
   * analyst's account that still trades.
   */
  async setRole(admin: Admin, input: unknown): Promise<ManagedUserDetails> {
    requireAdmin(admin.caller)
    const { role } = parseInput(roleInput, input)
    return this.#change(admin, roleInput, input, async (tx, user, by) => {
      if (user.role === role) throw new UserFacingError('CONFLICT', `This account already has the role ${role}.`)
      if (role !== 'admin') await refuseLastAdmin(tx, user, 'keeps the role')
      if (role !== 'user' && user.emailVerifiedAt === null)
        throw new UserFacingError(
          'CONFLICT',
          'The e-mail address of this account is not confirmed, and anyone can sign up with someone else’s. Send the link again first.',
        )
      const trading = mayTrade(role) ? null : await stillTrading(tx, user.id)
      if (trading !== null) throw new UserFacingError('CONFLICT', trading)
      await giveRole(tx, user.id, role, by)
      return this.#parts.letters.roleChanged(user, { from: user.role, to: role }, by.reason)
    })
  }

  /** Ends every session of an account. Throws BAD_USER_INPUT, NOT_FOUND, CONFLICT when there is none. */
  async endSessions(admin: Admin, input: unknown): Promise<ManagedUserDetails> {
    requireAdmin(admin.caller)
    const { id, reason } = parseInput(actInput, input)
    return this.#act(admin, id, reason, async (tx, user, { actor }) => {
      const ended = await endSessions(tx, { userId: id }, 'REVOKED')
      if (ended === 0) throw new UserFacingError('CONFLICT', 'This account has no active sessions.')
      await recordAudit(tx, { accountId: id, action: 'SESSIONS_ENDED', actor, device: null, details: { ended, reason } })
      return this.#parts.letters.sessionsEnded(user, reason)
    })
  }

  /**
   * Has the link that confirms an address of the account mailed again, unless one that still works was mailed moments ago (mailLimits.ts).
   * Throws BAD_USER_INPUT, NOT_FOUND, CONFLICT when no address waits for it.
   */
  async resendVerification(admin: Admin, input: unknown): Promise<ManagedUserDetails> {
    requireAdmin(admin.caller)
    const { id, reason } = parseInput(actInput, input)
    return this.#act(admin, id, reason, async (tx, { emailVerifiedAt, email, pendingEmail, disabledAt }, { actor }) => {
      const waiting = emailVerifiedAt === null ? email : pendingEmail
      if (waiting === null) throw new UserFacingError('CONFLICT', 'This account has no address to confirm.')
      if (disabledAt !== null) throw new UserFacingError('CONFLICT', 'This account is suspended: no link is sent to it.')
      await this.#parts.profile.resendTo(tx, { userId: id, email: waiting }, admin.device)
      await recordAudit(tx, { accountId: id, action: 'VERIFICATION_RESENT', actor, device: null, details: { reason } })
      return null
    })
  }

  /** An act that a thief of a session must not make, on the account as the admin has seen it. */
  async #change(admin: Admin, schema: typeof changeInput, input: unknown, act: Act): Promise<ManagedUserDetails> {
    requireAdmin(admin.caller)
    const { id, updatedAt, reason } = parseInput(schema, input)
    requireRecentPassword(admin.caller)
    return this.#act(admin, id, reason, async (tx, user, by) => {
      if (user.updatedAt.getTime() !== updatedAt) throw new UserFacingError('CONFLICT', changedMeanwhile(user))
      return act(tx, user, by)
    })
  }

  async #act({ caller }: Admin, id: string, reason: string, act: Act): Promise<ManagedUserDetails> {
    await this.#db.$transaction(async (tx) => {
      // Two who take the role from each other at once would leave no admin.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('admins'))`
      if ((await tx.user.count({ where: { id, deletedAt: null } })) === 0) throw noSuchUser()
      const letter = await act(tx, await lockAccount(tx, id), { actor: caller.userId, reason })
      await this.#parts.postbox.post(tx, letter)
    })
    return this.#read(caller, id)
  }

  async #read({ sessionId }: Principal, id: string): Promise<ManagedUserDetails> {
    const user = await readUser(this.#db, this.#parts, id, sessionId)
    if (!user) throw noSuchUser()
    return user
  }
}

async function refuseLastAdmin(tx: Transaction, { id, role }: User, what: string): Promise<void> {
  if (role !== 'admin') return
  const others = await tx.user.count({ where: { role: 'admin', disabledAt: null, deletedAt: null, id: { not: id } } })
  if (others === 0)
    throw new UserFacingError('CONFLICT', `This is the last admin who can sign in, and ${what}. Make another account an admin first.`)
}

/** What the later one of two admins reads. */
function changedMeanwhile({ role, disabledAt, name, email }: User): string {
  const state = disabledAt === null ? 'it is not suspended' : 'it is suspended'
  return `This account has changed since you loaded it. Now it is ${name}’s (${email}), its role is ${role}, and ${state}. Check it again before you continue.`
}

const noSuchUser = () => new UserFacingError('NOT_FOUND', 'There is no such account.')
