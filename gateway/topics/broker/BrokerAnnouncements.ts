import { connectResult, type BrokerCommandKind, type ConnectResult } from '../../../schema/brokerCommands.ts'
import { clientCodeEnding } from '../../../schema/clientCodeEnding.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { BrokerAccountState, Prisma } from '../../../prisma/generated/client.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import { noticeTo } from '../mail/mailLimits.ts'
import type { Postbox } from '../mail/Postbox.ts'

const TOLD: readonly BrokerCommandKind[] = ['CONNECT_WITH_TOKENS', 'CONNECT_WITH_PIN', 'DISCONNECT']
const toTell: Prisma.BrokerCommandWhereInput = {
  ...{ kind: { in: [...TOLD] }, userId: { not: null } },
  ...{ endedAt: { not: null }, errorCode: null, announcedAt: null },
}

/** What an account's state announces by itself. One that signs in by itself needs nobody when its session is over. */
const SESSION_OVER: Partial<Record<BrokerAccountState, AuditAction>> = {
  EXPIRED: 'BROKER_SESSION_ENDED',
  REFUSED: 'BROKER_SIGN_IN_REFUSED',
}

/** An engine of the version before does not say what it connected. */
async function connectedNow(tx: Transaction, userId: string): Promise<ConnectResult> {
  const account = await tx.brokerAccount.findUnique({ where: { userId }, select: { clientCode: true } })
  return { ending: clientCodeEnding(account?.clientCode ?? ''), replaced: null }
}

const actionOf = (connected: ConnectResult | null): AuditAction =>
  connected === null ? 'BROKER_DISCONNECTED' : connected.replaced === null ? 'BROKER_CONNECTED' : 'BROKER_REPLACED'

/**
 * Records in the audit log that a broker account was connected or disconnected, and mails its owner: once, whichever gateways hear of it,
 * and also when the requester no longer waits. Sessions that end are recorded likewise, and become notifications from there.
 * Raw SQL: two columns are compared, nulls included (IS DISTINCT FROM).
 */
export class BrokerAnnouncements {
  readonly #db: Database
  readonly #postbox: Postbox
  readonly #letters: Letters
  constructor(db: Database, postbox: Postbox, letters: Letters) {
    this.#db = db
    this.#postbox = postbox
    this.#letters = letters
  }

  /** Does nothing for a command that failed, has nothing to announce, or was announced already. */
  async announce(commandId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const [command] = await tx.brokerCommand.updateManyAndReturn({
        where: { id: commandId, ...toTell },
        data: { announcedAt: new Date() },
        select: { kind: true, result: true, user: { select: { id: true, name: true, email: true, emailVerifiedAt: true } } },
      })
      if (!command?.user) return
      const { kind, result, user } = command
      const connected = kind === 'DISCONNECT' ? null : (connectResult.safeParse(result).data ?? (await connectedNow(tx, user.id)))
      await this.#postbox.post(tx, await noticeTo(tx, user, this.#letters.brokerChanged(user, connected)))
      await recordAudit(tx, { accountId: user.id, action: actionOf(connected), device: null })
    })
  }

  /** Looks at what has become of a user's account; does nothing when that was looked at before. */
  async announceState(userId: string): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const [account] = await tx.$queryRaw<{ state: BrokerAccountState; isKept: boolean }[]>`
        UPDATE "BrokerAccount" SET "announcedState" = state
        WHERE "userId" = ${userId}::uuid AND "announcedState" IS DISTINCT FROM state
        RETURNING state, "secretsKeptSince" IS NOT NULL AS "isKept"`
      if (!account || (account.state === 'EXPIRED' && account.isKept)) return
      const action = SESSION_OVER[account.state]
      if (action) await recordAudit(tx, { accountId: userId, action, device: null })
    })
  }

  /** Announces what nobody has heard of. */
  async catchUp(): Promise<void> {
    const changed = await this.#db.$queryRaw<{ userId: string }[]>`
      SELECT "userId" FROM "BrokerAccount" WHERE "userId" IS NOT NULL AND "announcedState" IS DISTINCT FROM state`
    for (const { userId } of changed) await this.announceState(userId)
    for (const { id } of await this.#db.brokerCommand.findMany({ where: toTell, select: { id: true } })) await this.announce(id)
  }
}
