import { randomBytes } from 'node:crypto'
import { publish } from '../../prisma/bus.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import { UserFacingError } from '../../schema/errors.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { destroyPersonKey } from '../audit/personKeys.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Mailer } from '../mail/Mailer.ts'
import { toUser } from '../profile/toUser.ts'
import type { Principal } from '../security/Authenticator.ts'
import type { Device } from '../security/Device.ts'
import { endSessions } from '../security/endSessions.ts'
import { hashPassword } from '../security/passwords.ts'
import { requireRecentPassword } from '../security/requireRecentPassword.ts'
import { parseInput } from '../server/parseInput.ts'
import { NO_REASON } from '../stops/service.ts'
import { deleteAccountInput } from './input.ts'

/** What the product knows of a user, and how to be forgotten. Both take a password given within ten minutes, else throw REAUTHENTICATION_REQUIRED. */
export class OwnDataService {
  readonly #db: Database
  readonly #audit: AuditReader
  readonly #mailer: Mailer
  readonly #letters: Letters
  constructor(db: Database, audit: AuditReader, mailer: Mailer, letters: Letters) {
    this.#db = db
    this.#audit = audit
    this.#mailer = mailer
    this.#letters = letters
  }

  /** Everything as one JSON object, amounts in paise, times in UTC; no secret, nor the hash of one. */
  async export(caller: Principal, device: Device): Promise<object> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    await this.#db.$transaction((tx) => recordAudit(tx, { accountId: userId, action: 'DATA_EXPORTED', device, sessionId }))
    const mine = { where: { userId } }
    const [user, sessions, subscriptions, orders, trades, denials, backtests, auditLog, notificationSettings] = await Promise.all([
      this.#db.user.findUniqueOrThrow({ where: { id: userId } }),
      this.#db.session.findMany(mine),
      this.#db.subscription.findMany({ ...mine, include: { strategy: { select: { name: true } } } }),
      this.#db.order.findMany({ ...mine, include: { fills: true } }),
      this.#db.trade.findMany(mine),
      this.#db.denial.findMany(mine),
      this.#db.backtestRun.findMany(mine),
      this.#audit.read({ where: { accountId: userId }, orderBy: { sequence: 'asc' } }),
      this.#db.notificationSettings.findUnique({ ...mine, omit: { sealedTelegramToken: true, sealedWebhookSecret: true } }),
    ])
    const { paperFundsPaise, paperRealisedPaise, maxDailyLossPaise, maxOpenTrades } = user
    const account = { ...toUser(user), paperFundsPaise, paperRealisedPaise, maxDailyLossPaise, maxOpenTrades }
    return plainJson({ account, sessions, subscriptions, orders, trades, denials, backtests, auditLog, notificationSettings })
  }

  /**
   * Forgets who the owner was: name, address, password, second factor, sessions, mails, what was given as a reason or tried in a backtest. Trades
   * and the audit log stay, as books must, but lead to nobody: the log's personal fields cannot be opened any more. Throws BAD_USER_INPUT unless the own address is typed, CONFLICT while trades are open.
   */
  async delete(caller: Principal, input: unknown): Promise<void> {
    requireRecentPassword(caller)
    const { userId } = caller
    const { email } = parseInput(deleteAccountInput, input)
    const passwordHash = await hashPassword(randomBytes(32).toString('hex'))
    const user = await this.#db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`
      const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
      if (email !== user.email) {
        const message = 'Type the e-mail address of your account to confirm'
        throw new UserFacingError('BAD_USER_INPUT', message, { email: message })
      }
      const ended = await tx.subscription.updateManyAndReturn({
        where: { userId, endedAt: null },
        data: { endedAt: new Date(), isActive: false },
        select: { id: true },
      })
      await publish(tx, ...ended.map(({ id }) => ({ type: 'subscription.changed', userId, subscriptionId: id }) as const))
      const open =
        (await tx.trade.count({ where: { userId, status: 'RUNNING' } })) +
        (await tx.order.count({ where: { userId, purpose: 'ENTRY', status: { in: ['INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL'] } } }))
      if (open > 0) throw new UserFacingError('CONFLICT', `Close your open trades first, or wait until they are closed; open: ${open}.`)
      await endSessions(tx, { userId }, 'DELETED')
      await tx.session.deleteMany({ where: { userId } })
      await tx.oneTimeToken.deleteMany({ where: { userId } })
      await tx.twoFactor.deleteMany({ where: { userId } })
      await tx.recoveryCode.deleteMany({ where: { userId } })
      await tx.notificationSettings.deleteMany({ where: { userId } })
      await tx.notificationRead.deleteMany({ where: { userId } })
      await tx.notificationDelivery.deleteMany({ where: { userId } })
      await tx.idempotentAnswer.deleteMany({ where: { userId } })
      await removeBacktests(tx, userId)
      await removeReasons(tx, user)
      const now = new Date()
      const nobody = {
        name: 'Deleted account',
        email: `${userId}@deleted.invalid`,
        passwordHash,
        pendingEmail: null,
        emailVerifiedAt: null,
      }
      await tx.user.update({ where: { id: userId }, data: { ...nobody, twoFactorAt: null, disabledAt: now, deletedAt: now } })
      await recordAudit(tx, { accountId: userId, action: 'ACCOUNT_DELETED', device: null })
      await destroyPersonKey(tx, userId)
      return user
    })
    await this.#mailer.forget(userId)
    this.#mailer.post(async () => this.#letters.accountDeleted(user))
  }
}

async function removeBacktests(tx: Transaction, userId: string): Promise<void> {
  const underWay = await tx.backtestRun.findMany({ where: { userId, endedAt: null }, select: { id: true } })
  await tx.backtestRun.deleteMany({ where: { userId } })
  await publish(tx, ...underWay.map(({ id }) => ({ type: 'backtest.cancelled', runId: id }) as const))
}

/** The reasons of stops that the owner gave, that were given for stopping the owner, or that have the owner's address in them. Not a name: anybody may take one that stands in every reason. */
async function removeReasons(tx: Transaction, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  await tx.$executeRaw`
    UPDATE "KillSwitch" SET reason = ${NO_REASON}
    WHERE by = ${id} OR (scope = 'USER' AND "scopeId" = ${id}::uuid) OR position(lower(${email}) IN lower(reason)) > 0`
}

/** Paise are whole numbers far below 2^53. */
function plainJson(value: object): object {
  return JSON.parse(JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? Number(member) : member))) as object
}
