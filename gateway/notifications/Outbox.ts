import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { err } from '../../schema/errors.ts'
import type { NotificationChannel } from '../../schema/notificationKinds.ts'
import { HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import type { Concerned } from './Concerned.ts'
import { addresseeColumns, type Addressee, type Couriers } from './Couriers.ts'
import { describeNotifications, type Description } from './describeNotifications.ts'
import { isQuiet } from './isQuiet.ts'
import { notificationId } from './notificationId.ts'
import { SHOWN_MS, type NotificationRow } from './readNotifications.ts'

/** Waits after an attempt that failed; after the last one it is given up. */
const RETRY_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const
/** Whoever takes a message and dies leaves it to the others after this. */
const CLAIM_MS = MINUTE
const AT_ONCE = 20
/** News older than this are no news: a gateway that was away does not send them any more. */
const LATEST_MS = HOUR

interface Claimed extends NotificationRow {
  readonly channel: NotificationChannel
  readonly attempts: number
}

/**
 * Notifications on their way outside. Each is taken up once however many gateways run, and sent at least once: a row is claimed, sent and
 * then marked; after five failures it is given up with its reason.
 */
export class Outbox {
  readonly #db: Database
  readonly #couriers: Couriers
  readonly #log: FastifyBaseLogger
  #stopped = false
  constructor(db: Database, couriers: Couriers, log: FastifyBaseLogger) {
    this.#db = db
    this.#couriers = couriers
    this.#log = log
  }

  /** Takes up what these users want to be sent and is not taken up yet; returns how many messages that made. */
  async collect(users: Concerned): Promise<number> {
    const since = new Date(Date.now() - LATEST_MS)
    return this.#db.$executeRaw`
      INSERT INTO "NotificationDelivery" ("userId", "notificationId", kind, at, channel)
      SELECT settings."userId", told.id, told.kind, told.at, route.channel
      FROM "NotificationSettings" settings
      JOIN "User" account ON account.id = settings."userId"
      CROSS JOIN LATERAL (VALUES
        ('EMAIL'::"NotificationChannel", settings.email, account."emailVerifiedAt" IS NOT NULL),
        ('TELEGRAM', settings.telegram, settings."sealedTelegramToken" IS NOT NULL AND 'TELEGRAM' <> ALL (settings.suspended)),
        ('WEBHOOK', settings.webhook, settings."webhookUrl" IS NOT NULL AND 'WEBHOOK' <> ALL (settings.suspended))) AS route(channel, kinds, ready)
      JOIN "Notification" told ON told."userId" = settings."userId" AND told.at > ${since}::timestamptz AND told.kind = ANY(route.kinds)
      WHERE route.ready AND told.at > settings."sendSince"
        ${users === 'everyone' ? Prisma.empty : Prisma.sql`AND settings."userId" = ANY(${[...users]}::uuid[])`}
      ON CONFLICT DO NOTHING`
  }

  /** Sends everything that is due, in this gateway or beside others, until it is stopped. */
  async send(): Promise<void> {
    while (!this.#stopped) {
      const claimed = await this.#claim()
      if (claimed.length === 0) return
      const [described, addressees] = await Promise.all([
        describeNotifications(this.#db, claimed),
        this.#db.notificationSettings.findMany({
          where: { userId: { in: claimed.map(({ userId }) => userId) } },
          select: addresseeColumns,
        }),
      ])
      const byUser = new Map(addressees.map((addressee) => [addressee.userId, addressee]))
      await Promise.all(described.map((message) => this.#sendOne(message, byUser.get(message.userId))))
    }
  }

  /** What is under way is the last: the gateway is about to end, and another sends the rest. */
  stop(): void {
    this.#stopped = true
  }

  /** Forgets what nobody is shown any more. */
  async prune(): Promise<void> {
    const before = new Date(Date.now() - SHOWN_MS)
    await this.#db.notificationDelivery.deleteMany({ where: { createdAt: { lt: before } } })
    await this.#db.notificationRead.deleteMany({ where: { readAt: { lt: before } } })
    await this.#db.engineIncident.deleteMany({ where: { startedAt: { lt: before }, endedAt: { not: null } } })
  }

  #claim(): Promise<Claimed[]> {
    return this.#db.$queryRaw`
      WITH due AS MATERIALIZED (
        SELECT "userId", "notificationId", channel FROM "NotificationDelivery"
        WHERE status = 'PENDING' AND "nextAttemptAt" <= now()
        ORDER BY "nextAttemptAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )
      UPDATE "NotificationDelivery" delivery
      SET attempts = attempts + 1, "nextAttemptAt" = now() + ${CLAIM_MS} * interval '1 millisecond'
      FROM due WHERE delivery."userId" = due."userId" AND delivery."notificationId" = due."notificationId" AND delivery.channel = due.channel
      RETURNING delivery."userId", delivery."notificationId" AS id, delivery.kind, delivery.at, delivery.channel::text, delivery.attempts`
  }

  async #sendOne(
    { userId, id, kind, at, channel, attempts, ...words }: Claimed & Description,
    addressee: Addressee | undefined,
  ): Promise<void> {
    if (!addressee) return
    const now = Date.now()
    const where = { userId_notificationId_channel: { userId, notificationId: id, channel } }
    const unwanted = addressee.suspended.includes(channel) ? 'SUSPENDED' : isQuiet(addressee, now) ? 'QUIET' : null
    if (unwanted !== null) {
      await this.#db.notificationDelivery.update({ where, data: { status: unwanted } })
      return
    }
    const message = { id: notificationId({ at, id }), kind, time: at, ...words }
    const sent = await this.#couriers.send(channel, addressee, message).catch((error: unknown) => {
      this.#log.error({ err: error }, 'a notification could not be sent')
      return err('The message could not be sent')
    })
    const wait = RETRY_MS[attempts - 1]
    await this.#db.notificationDelivery.update({
      where,
      data: sent.ok
        ? { status: 'SENT', problem: null }
        : { problem: sent.error, ...(wait === undefined ? { status: 'DEAD' } : { nextAttemptAt: new Date(now + wait) }) },
    })
  }
}
