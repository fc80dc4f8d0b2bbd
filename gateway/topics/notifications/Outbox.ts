import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { TryAgain, type JobInHand } from '../../../prisma/jobs/JobWorkers.ts'
import type { Payload } from '../../../prisma/jobs/tasks.ts'
import type { NotificationKind } from '../../../schema/notificationKinds.ts'
import { HOUR } from '../../../schema/time.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import type { Concerned } from './Concerned.ts'
import { addresseeColumns, type Couriers } from './Couriers.ts'
import { describeNotifications } from './describeNotifications.ts'
import { isQuiet } from './isQuiet.ts'
import { notificationId } from './notificationId.ts'
import { SHOWN_MS } from './readNotifications.ts'

/** Older news is stale: a gateway that was away does not send it any more. */
const LATEST_MS = HOUR

/** What is to be sent to whom, and by what. */
export type Delivery = Payload<'delivery.send'>

/**
 * Notifications to send outside, at least once: a row says what has become of each, and a job of its own sends it. After its last attempt it
 * is given up with its reason, which its owner reads. No message waits for another user's receiver, nor for another channel: see
 * deliveryLanes.ts.
 */
export class Outbox {
  readonly #db: Database
  readonly #audit: AuditReader
  readonly #couriers: Couriers
  constructor(db: Database, audit: AuditReader, couriers: Couriers) {
    this.#db = db
    this.#audit = audit
    this.#couriers = couriers
  }

  /** Queues what these users want to be sent and is not queued yet. Raw SQL: inserted from a view, for all users at once. */
  async collect(users: Concerned): Promise<void> {
    const since = new Date(Date.now() - LATEST_MS)
    await this.#db.$transaction(async (tx) => {
      const made = await tx.$queryRaw<Delivery[]>`
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
        ON CONFLICT DO NOTHING
        RETURNING "userId", "notificationId", channel::text`
      await enqueue(tx, 'delivery.send', ...made)
    })
  }

  /** The job of a delivery. Rejects with TryAgain when the message was not accepted; the last attempt gives it up instead. */
  async send({ userId, notificationId: id, channel }: Delivery, { isLast }: Pick<JobInHand, 'isLast'>): Promise<void> {
    const where = { userId, notificationId: id, channel }
    const [row, addressee] = await Promise.all([
      this.#db.notificationDelivery.findUnique({
        where: { userId_notificationId_channel: where, status: 'PENDING' },
        select: { kind: true, at: true },
      }),
      this.#db.notificationSettings.findUnique({ where: { userId }, select: addresseeColumns }),
    ])
    // Sent before, or withdrawn.
    if (!row || !addressee) return
    const unwanted = addressee.suspended.includes(channel) ? 'SUSPENDED' : isQuiet(addressee, Date.now()) ? 'QUIET' : null
    if (unwanted !== null) return this.#settle(where, { status: unwanted })
    const [described] = await describeNotifications(this.#db, this.#audit, [{ userId, id, kind: row.kind as NotificationKind, at: row.at }])
    if (!described) return
    const { kind, at, title, text, link } = described
    const message = { id: notificationId({ at, id }), kind, time: at, title, text, link }
    const sent = await this.#couriers.send(channel, addressee, message).catch(async (error: unknown) => {
      await this.#settle(where, { problem: 'The message could not be sent' })
      throw error
    })
    if (sent.ok) return this.#settle(where, { status: 'SENT', problem: null })
    await this.#settle(where, { problem: sent.error, ...(isLast ? { status: 'DEAD' } : {}) })
    if (!isLast) throw new TryAgain(sent.error)
  }

  /** Deletes what nobody is shown any more. */
  async prune(): Promise<void> {
    const before = new Date(Date.now() - SHOWN_MS)
    await this.#db.notificationDelivery.deleteMany({ where: { createdAt: { lt: before } } })
    await this.#db.notificationRead.deleteMany({ where: { readAt: { lt: before } } })
    await this.#db.engineIncident.deleteMany({ where: { startedAt: { lt: before }, endedAt: { not: null } } })
  }

  /** A row that is gone was withdrawn meanwhile. */
  async #settle(where: Delivery, data: Prisma.NotificationDeliveryUpdateManyMutationInput): Promise<void> {
    await this.#db.notificationDelivery.updateMany({ where, data })
  }
}
