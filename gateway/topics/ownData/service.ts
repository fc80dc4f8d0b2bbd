import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'
import { RetryLater, UserFacingError } from '../../../schema/errors.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { destroyPersonKey } from '../audit/personKeys.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Mailer } from '../mail/Mailer.ts'
import { noticeTo } from '../mail/mailLimits.ts'
import type { Postbox } from '../mail/Postbox.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { endSessions } from '../../security/endSessions.ts'
import { endTokens } from '../../security/personalTokens/endTokens.ts'
import { hashPassword } from '../../security/passwords.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { NO_REASON } from '../stops/service.ts'
import { deleteAccountInput } from './input.ts'
import { ownDataText } from './ownDataText.ts'

/** Until a refused export may be retried. */
const EXPORT_SECONDS = 5
const MB = 1_000_000
/** Characters of an export built in memory. */
const MAX_WHOLE = 16 * MB

/** How to reach a user who leaves. */
export interface OwnDataMail {
  readonly mailer: Mailer
  readonly postbox: Postbox
  readonly letters: Letters
}

/**
 * Export and deletion of a user's data. Both need a password given within ten minutes, else they throw REAUTHENTICATION_REQUIRED.
 * Raw SQL: the account is locked, and reasons are searched for its address.
 */
export class OwnDataService {
  readonly #db: Database
  readonly #audit: AuditReader
  readonly #mailer: Mailer
  readonly #letters: Letters
  readonly #postbox: Postbox
  /** Users whose export is running. */
  readonly #exporting = new Set<string>()
  constructor(db: Database, audit: AuditReader, { mailer, postbox, letters }: OwnDataMail) {
    this.#db = db
    this.#audit = audit
    this.#mailer = mailer
    this.#letters = letters
    this.#postbox = postbox
  }

  /**
   * Everything as the text of one JSON object (ownDataText.ts), read as it is consumed; `shaped` may wrap it. Throws RATE_LIMITED while
   * another export of the user is running at this gateway.
   */
  async export(
    caller: Principal,
    device: Device,
    shaped: (text: AsyncIterable<string>) => AsyncIterable<string> = asIs,
  ): Promise<Readable> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    if (this.#exporting.has(userId)) {
      const message = `An export of your data is already running. Wait until it is done, or try again in ${EXPORT_SECONDS} seconds.`
      throw new RetryLater('RATE_LIMITED', message, EXPORT_SECONDS)
    }
    this.#exporting.add(userId)
    try {
      await this.#db.$transaction((tx) => recordAudit(tx, { accountId: userId, action: 'DATA_EXPORTED', device, sessionId }))
    } catch (error) {
      this.#exporting.delete(userId)
      throw error
    }
    // Once only: by the time a stream is closed, the next export may be running.
    let here = true
    const leave = () => {
      if (here) this.#exporting.delete(userId)
      here = false
    }
    // A reader of the last piece may start another at once; a reader who leaves before the first is noticed by the stream alone.
    return Readable.from(endingWith(leave, shaped(ownDataText(this.#db, this.#audit, userId)))).once('close', leave)
  }

  /** The same as one object in memory; also throws CONFLICT when it is too large for that. */
  async exportWhole(caller: Principal, device: Device): Promise<object> {
    let whole = ''
    for await (const piece of await this.export(caller, device)) {
      whole += String(piece)
      if (whole.length > MAX_WHOLE)
        throw new UserFacingError(
          'CONFLICT',
          `Your data is longer than the ${MAX_WHOLE / MB} MB that fit into this answer. POST /api/user/export has no such limit.`,
        )
    }
    return JSON.parse(whole) as object
  }

  /**
   * Erases the owner's identity: name, address, password, second factor, sessions, mails, the account at the broker with its secrets, and
   * what was given as a reason or tried in a backtest. Trades and the audit log stay, as books must, but lead to nobody: the log's personal fields become unreadable. Throws
   * BAD_USER_INPUT unless the own address is typed, CONFLICT while trades are open.
   */
  async delete(caller: Principal, input: unknown): Promise<void> {
    requireRecentPassword(caller)
    const { userId } = caller
    const { email } = parseInput(deleteAccountInput, input)
    const passwordHash = await hashPassword(randomBytes(32).toString('hex'))
    await this.#db.$transaction(async (tx) => {
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
        (await tx.trade.count({ where: { userId, ...RUNNING } })) +
        (await tx.order.count({ where: { userId, purpose: 'ENTRY', isOpen: true } }))
      if (open > 0) throw new UserFacingError('CONFLICT', `Close your open trades first, or wait until they are closed; open: ${open}.`)
      await endSessions(tx, { userId }, 'DELETED')
      await endTokens(tx, { userId })
      await tx.session.deleteMany({ where: { userId } })
      await tx.oneTimeToken.deleteMany({ where: { userId } })
      await tx.twoFactor.deleteMany({ where: { userId } })
      await tx.recoveryCode.deleteMany({ where: { userId } })
      await tx.notificationSettings.deleteMany({ where: { userId } })
      await tx.notificationRead.deleteMany({ where: { userId } })
      await tx.notificationDelivery.deleteMany({ where: { userId } })
      await tx.mail.deleteMany({ where: { accountId: userId } })
      await tx.idempotentAnswer.deleteMany({ where: { userId } })
      await tx.agentSettings.deleteMany({ where: { userId } })
      await tx.agentWatch.deleteMany({ where: { userId } })
      await tx.agentRequest.deleteMany({ where: { userId } })
      await tx.agentProposal.deleteMany({ where: { userId } })
      await tx.agentConfirmation.deleteMany({ where: { userId } })
      await removeBrokerAccount(tx, userId)
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
      await this.#postbox.post(tx, await noticeTo(tx, user, this.#letters.accountDeleted(user)))
    })
    await this.#mailer.forget(userId)
  }
}

/** Its secrets go with it. The engine, which holds what it has opened of them, lets go of it at the event. */
async function removeBrokerAccount(tx: Transaction, userId: string): Promise<void> {
  const { count } = await tx.brokerAccount.deleteMany({ where: { userId } })
  await tx.brokerCommand.deleteMany({ where: { userId } })
  await tx.brokerLogin.deleteMany({ where: { userId } })
  if (count > 0) await publish(tx, { type: 'broker.changed', userId })
}

async function removeBacktests(tx: Transaction, userId: string): Promise<void> {
  const underWay = await tx.backtestRun.findMany({ where: { userId, endedAt: null }, select: { id: true } })
  await tx.backtestRun.deleteMany({ where: { userId } })
  await publish(tx, ...underWay.map(({ id }) => ({ type: 'backtest.cancelled', runId: id }) as const))
}

/**
 * The reasons of stops that the owner gave, that stopped the owner, or that contain the owner's address. Names are not searched: a name may
 * be a word that stands in every reason.
 */
async function removeReasons(tx: Transaction, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  await tx.$executeRaw`
    UPDATE "KillSwitch" SET reason = ${NO_REASON}, "ownReason" = CASE WHEN "ownReason" IS NOT NULL THEN ${NO_REASON} END
    WHERE by = ${id} OR (scope = 'USER' AND "scopeId" = ${id}::uuid) OR position(lower(${email}) IN lower(reason)) > 0`
}

async function* endingWith(end: () => void, text: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* text
  } finally {
    end()
  }
}

async function* asIs(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text
}
