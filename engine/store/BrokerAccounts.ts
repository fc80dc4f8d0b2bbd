import { COMMAND_FIELD, commandBroker } from '../../prisma/brokerAccounts/commandBroker.ts'
import { readOpenAtBroker } from '../../prisma/brokerAccounts/readOpenAtBroker.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, type Database, type Transaction } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { BROKER_COMMANDS, type BrokerCommand, type BrokerCommandKind } from '../../schema/brokerCommands.ts'
import { err, UserFacingError } from '../../schema/errors.ts'
import type { OpenAtBroker } from '../../schema/openAtBroker.ts'
import { DAY, MINUTE, type Instant } from '../../schema/time.ts'
import type { AccountRecords, UserAccount } from '../broker/accounts/AccountRecords.ts'
import type { AccountChange, CommandResult, Outcome, StoredAccount } from '../broker/accounts/outcome.ts'
import { UNREGISTERED_ADDRESS } from '../broker/smartapi/brokerCodes.ts'
import type { EngineKeys } from '../broker/secrets/EngineKeys.ts'
import { applyAccountChange, type SecretField } from './applyAccountChange.ts'
import { registerKeys } from './brokerKeys.ts'
import { openSealed } from './sealedSecrets.ts'

/** How long outcomes of commands are kept. */
const COMMANDS_KEPT = DAY
/** How many accounts are checked in one go: each takes two calls at the broker. */
const CHECKS_AT_ONCE = 20
/** How long a refused order still predicts the next one. */
const REFUSAL_COUNTS = DAY
/** A failed check is not repeated at once. */
const CHECK_PAUSE = 5 * MINUTE
/** The broker's work is stored even on a slow machine: else it would have to be done again. */
const PATIENT = { timeout: 15_000 }

/**
 * Accounts at the broker, their secrets and what the engine is asked to do there, on its own database connections.
 * Raw SQL: accounts are claimed with SKIP LOCKED, and live orders found by a partial index.
 */
export class BrokerAccounts implements AccountRecords {
  readonly #db: Database
  readonly #keys: EngineKeys
  readonly #now: () => Instant

  /** `now`: real time. */
  constructor(databaseUrl: string, keys: EngineKeys, now: () => Instant) {
    this.#db = openDatabase(databaseUrl, 'broker accounts', 2)
    this.#keys = keys
    this.#now = now
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /**
   * Creates what the gateway needs before any request: a key to seal with, and where people sign in. `algoId`: of live orders from
   * now on.
   */
  async setUp(broker: 'sandbox' | 'smartapi', loginUrl: string | null, algoId: string | null): Promise<void> {
    await registerKeys(this.#db, this.#keys)
    const setup = { broker, loginUrl, algoId }
    await this.#db.brokerSetup.upsert({ where: { id: 1 }, create: setup, update: setup })
  }

  async openCommand(id: string): Promise<{ readonly userId: string | null } | null> {
    return this.#db.brokerCommand.findFirst({ where: { id, endedAt: null }, select: { userId: true } })
  }

  async command(id: string): Promise<BrokerCommand | null> {
    const row = await this.#db.brokerCommand.findFirst({ where: { id, endedAt: null } })
    if (!row) return null
    const kind = row.kind as BrokerCommandKind
    const input = await openSealed(row.sealedInput, { owner: id, field: COMMAND_FIELD, version: 1 }, this.#keys)
    const parsed = BROKER_COMMANDS[kind].parse(JSON.parse(Buffer.from(input).toString()))
    return { id, userId: row.userId, kind, input: parsed } as BrokerCommand
  }

  async end({ id, userId }: Pick<BrokerCommand, 'id' | 'userId'>, outcome: Outcome, conflict: Outcome): Promise<void> {
    try {
      await this.#end(id, userId, outcome)
    } catch (error) {
      if (error instanceof UserFacingError)
        await this.#end(id, userId, { answer: err({ code: error.code, text: error.message }), change: null })
      else if (isTaken(error)) await this.#end(id, userId, conflict)
      else throw error
    }
  }

  async change(userId: string | null, change: AccountChange): Promise<void> {
    await this.#db.$transaction((tx) => this.#apply(tx, userId, change, new Date(this.#now())), PATIENT)
  }

  async account(userId: string | null): Promise<StoredAccount | null> {
    const row = await this.#db.brokerAccount.findFirst({ where: { userId }, include: { secrets: true } })
    if (!row) return null
    const opened = await Promise.all(
      row.secrets.map(async ({ field, version, sealed }) => {
        const secret = await openSealed(sealed, { owner: row.id, field, version }, this.#keys).catch(() => null)
        return [field, secret && Buffer.from(secret).toString()] as const
      }),
    )
    const { jwt, feedToken, refreshToken, pin, totpSecret } = Object.fromEntries(opened) as Partial<Record<SecretField, string | null>>
    return {
      ...{ clientCode: row.clientCode, state: row.state },
      tokens: jwt && feedToken ? { jwt, feed: feedToken, refresh: refreshToken ?? null } : null,
      kept: pin && totpSecret ? { pin, totpSecret } : null,
    }
  }

  /** The user of an e-mail address; null: there is none. */
  async userNamed(email: string): Promise<string | null> {
    const user = await this.#db.user.findUnique({ where: { email }, select: { id: true } })
    return user && user.id
  }

  async ofUsers(): Promise<UserAccount[]> {
    const rows = await this.#db.brokerAccount.findMany({ where: { userId: { not: null } } })
    return rows.flatMap(({ id, userId, clientCode, state }) =>
      userId === null ? [] : [{ userId, clientCode, connection: `${id} ${clientCode}`, isConnected: state === 'CONNECTED' }],
    )
  }

  async addressRefusal(userId: string): Promise<string | null> {
    const [latest] = await this.#db.$queryRaw<{ note: string | null }[]>`
      SELECT note FROM "Order" WHERE "userId" = ${userId}::uuid AND mode = 'LIVE' AND "createdAt" > ${new Date(this.#now() - REFUSAL_COUNTS)}
        AND ("brokerOrderId" IS NOT NULL OR note LIKE ${`%(${UNREGISTERED_ADDRESS})`})
      ORDER BY id DESC LIMIT 1`
    return latest?.note?.endsWith(`(${UNREGISTERED_ADDRESS})`) ? latest.note : null
  }

  async isTaken(clientCode: string, userId: string): Promise<boolean> {
    const other = await this.#db.brokerAccount.findFirst({
      where: { clientCode, AND: [{ userId: { not: userId } }, { userId: { not: null } }] },
    })
    return other !== null
  }

  async clientCodeOf(userId: string): Promise<string | null> {
    const account = await this.#db.brokerAccount.findUnique({ where: { userId }, select: { clientCode: true } })
    return account && account.clientCode
  }

  openAtBroker(userId: string): Promise<readonly OpenAtBroker[]> {
    return readOpenAtBroker(this.#db, userId)
  }

  async expire(): Promise<void> {
    const now = this.#now()
    await this.#db.$transaction(async (tx) => {
      const over = await tx.brokerAccount.updateManyAndReturn({
        where: { state: 'CONNECTED', validUntil: { lte: new Date(now) } },
        data: { state: 'EXPIRED', validUntil: null },
        select: { userId: true },
      })
      await publish(tx, ...over.map(({ userId }) => ({ type: 'broker.changed' as const, userId })))
    })
    await this.#db.brokerCommand.deleteMany({ where: { createdAt: { lt: new Date(now - COMMANDS_KEPT) } } })
  }

  async signInExpired(): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const due = await tx.$queryRaw<{ userId: string }[]>`
        SELECT "userId"::text FROM "BrokerAccount" account
        WHERE state = 'EXPIRED' AND "secretsKeptSince" IS NOT NULL AND "userId" IS NOT NULL
          AND NOT EXISTS (SELECT FROM "BrokerCommand" asked WHERE asked."userId" = account."userId" AND asked."endedAt" IS NULL)
        LIMIT 100 FOR UPDATE SKIP LOCKED`
      for (const { userId } of due) await commandBroker(tx, userId, 'SIGN_IN', null)
    })
  }

  async checkUnchecked(since: Instant): Promise<void> {
    const pause = new Date(this.#now() - CHECK_PAUSE)
    await this.#db.$transaction(async (tx) => {
      const due = await tx.$queryRaw<{ userId: string }[]>`
        SELECT account."userId"::text FROM "BrokerAccount" account LEFT JOIN "BrokerReadiness" known ON known."accountId" = account.id
        WHERE account.state = 'CONNECTED' AND account."userId" IS NOT NULL
          AND (known."marketAt" IS NULL OR known."marketAt" < ${new Date(since)})
          AND NOT EXISTS (SELECT FROM "BrokerCommand" asked WHERE asked."userId" = account."userId"
            AND (asked."endedAt" IS NULL OR (asked.kind = 'CHECK' AND asked."endedAt" > ${pause})))
        LIMIT ${CHECKS_AT_ONCE} FOR UPDATE OF account SKIP LOCKED`
      for (const { userId } of due) await commandBroker(tx, userId, 'CHECK', null)
    })
  }

  async #apply(tx: Transaction, userId: string | null, change: AccountChange, now: Date): Promise<void> {
    await applyAccountChange(tx, userId, change, now)
    if (change.kind === 'checked') {
      if (userId !== null) await publish(tx, { type: 'broker.checked', userId })
      return
    }
    await publish(tx, { type: 'broker.changed', userId })
    if (change.kind === 'signedIn' && userId !== null) await commandBroker(tx, userId, 'CHECK', null)
  }

  async #end(id: string, userId: string | null, { answer, change }: Outcome): Promise<void> {
    const now = new Date(this.#now())
    await this.#db.$transaction(async (tx: Transaction) => {
      const ended = await tx.brokerCommand.updateMany({
        where: { id, endedAt: null },
        data: {
          ...{ endedAt: now, sealedInput: new Uint8Array() },
          ...(answer.ok ? { result: resultData(answer.value) } : refusalData(answer.error)),
        },
      })
      if (ended.count === 0) return
      if (change) await this.#apply(tx, userId, change, now)
      await publish(tx, { type: 'broker.answered', commandId: id })
    }, PATIENT)
  }
}

function resultData(value: CommandResult) {
  if (value === null) return Prisma.DbNull
  return 'ending' in value ? { ...value } : value.map((row) => ({ ...row }))
}

function refusalData({ code, text }: { readonly code: string; readonly text: string }) {
  return { errorCode: code, error: text }
}

/** The client code is another user's, by the unique index. */
function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
