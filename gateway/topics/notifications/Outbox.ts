import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { err } from '../../../schema/errors.ts'
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '../../../schema/notificationKinds.ts'
import { HOUR, MINUTE, SECOND } from '../../../schema/time.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import type { Concerned } from './Concerned.ts'
import { addresseeColumns, type Addressee, type Couriers } from './Couriers.ts'
import type { DeliverySlots } from './DeliverySlots.ts'
import type { Description } from './Description.ts'
import { describeNotifications } from './describeNotifications.ts'
import { isQuiet } from './isQuiet.ts'
import { notificationId } from './notificationId.ts'
import { SHOWN_MS, type NotificationRow } from './readNotifications.ts'

/** Waits after failed attempts; after the last one it is given up. */
const RETRY_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE] as const
/** When a message claimed by a dead gateway is free to claim again. */
const CLAIM_MS = MINUTE
/** Older news is stale: a gateway that was away does not send it any more. */
const LATEST_MS = HOUR

interface Claimed extends NotificationRow {
  readonly channel: NotificationChannel
  readonly attempts: number
}

export interface OutboxParts {
  readonly audit: AuditReader
  readonly couriers: Couriers
  readonly slots: DeliverySlots
  readonly log: FastifyBaseLogger
}

/** Claims the messages of one channel, one query of the table at a time. */
interface Pump {
  /** Something may be due that the running query does not see. */
  wanted: boolean
  running: Promise<void> | null
}

/**
 * Notifications to send outside, at least once: a row is claimed by one gateway, sent and then marked; after five failures it is given up
 * with its reason. No message waits for another's receiver: a claimed one has a slot to go out at once (DeliverySlots.ts), and a user
 * without a free slot is skipped until one is free.
 */
export class Outbox {
  readonly #db: Database
  readonly #parts: OutboxParts
  readonly #pumps: Readonly<Record<NotificationChannel, Pump>> = {
    ...{ EMAIL: { wanted: false, running: null }, TELEGRAM: { wanted: false, running: null }, WEBHOOK: { wanted: false, running: null } },
  }
  readonly #underWay = new Set<Promise<void>>()
  #stopped = false
  constructor(db: Database, parts: OutboxParts) {
    this.#db = db
    this.#parts = parts
  }

  /** Queues what these users want to be sent and is not queued yet; returns how many messages that made. */
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

  /** Starts sending all that is due and has a slot, beside other gateways; each finished one frees a slot for the next. */
  async send(): Promise<void> {
    await Promise.all(NOTIFICATION_CHANNELS.map((channel) => this.#pump(channel)))
  }

  /** Waits for what is in flight and starts nothing more: the gateway is about to end, and another sends the rest. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.allSettled(NOTIFICATION_CHANNELS.flatMap((channel) => this.#pumps[channel].running ?? []))
    await Promise.all(this.#underWay)
  }

  /** Deletes what nobody is shown any more. */
  async prune(): Promise<void> {
    const before = new Date(Date.now() - SHOWN_MS)
    await this.#db.notificationDelivery.deleteMany({ where: { createdAt: { lt: before } } })
    await this.#db.notificationRead.deleteMany({ where: { readAt: { lt: before } } })
    await this.#db.engineIncident.deleteMany({ where: { startedAt: { lt: before }, endedAt: { not: null } } })
  }

  #pump(channel: NotificationChannel): Promise<void> {
    const pump = this.#pumps[channel]
    pump.wanted = true
    return (pump.running ??= this.#takeUp(channel).finally(() => (pump.running = null)))
  }

  async #takeUp(channel: NotificationChannel): Promise<void> {
    const pump = this.#pumps[channel]
    while (pump.wanted && !this.#stopped) {
      const claimed = await this.#claim(channel)
      pump.wanted = claimed.length > 0
      if (claimed.length > 0) await this.#begin(claimed)
    }
  }

  async #begin(claimed: readonly Claimed[]): Promise<void> {
    const [described, addressees] = await Promise.all([
      describeNotifications(this.#db, this.#parts.audit, claimed),
      this.#db.notificationSettings.findMany({
        where: { userId: { in: claimed.map(({ userId }) => userId) } },
        select: addresseeColumns,
      }),
    ])
    const byUser = new Map(addressees.map((addressee) => [addressee.userId, addressee]))
    for (const message of described) this.#dispatch(message, byUser.get(message.userId))
  }

  #dispatch(message: Claimed & Description, addressee: Addressee | undefined): void {
    const { userId, channel } = message
    const leave = this.#parts.slots.enter(userId, channel)
    const run: Promise<void> = this.#sendOne(message, addressee)
      .finally(leave)
      .then(() => this.#pump(channel))
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'a notification could not be processed'))
      .finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
  }

  /** The oldest due messages of each user with a free slot, up to the channel's free slots. */
  async #claim(channel: NotificationChannel): Promise<Claimed[]> {
    const room = this.#parts.slots.room(channel)
    if (room === 0) return []
    return this.#db.$queryRaw`
      WITH oldest AS MATERIALIZED (
        SELECT DISTINCT ON ("userId") "userId", "notificationId" FROM "NotificationDelivery"
        WHERE status = 'PENDING' AND "nextAttemptAt" <= now() AND channel = ${channel}::"NotificationChannel"
          AND "userId" <> ALL(${this.#parts.slots.fullLanes(channel)}::uuid[])
        ORDER BY "userId", "nextAttemptAt"
      ), due AS MATERIALIZED (
        SELECT delivery."userId", delivery."notificationId" FROM "NotificationDelivery" delivery
        JOIN oldest ON oldest."userId" = delivery."userId" AND oldest."notificationId" = delivery."notificationId"
        WHERE delivery.status = 'PENDING' AND delivery."nextAttemptAt" <= now() AND delivery.channel = ${channel}::"NotificationChannel"
        ORDER BY delivery."nextAttemptAt" LIMIT ${room} FOR UPDATE OF delivery SKIP LOCKED
      )
      UPDATE "NotificationDelivery" delivery
      SET attempts = attempts + 1, "nextAttemptAt" = now() + ${CLAIM_MS} * interval '1 millisecond'
      FROM due WHERE delivery."userId" = due."userId" AND delivery."notificationId" = due."notificationId"
        AND delivery.channel = ${channel}::"NotificationChannel"
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
    const sent = await this.#parts.couriers.send(channel, addressee, message).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'a notification could not be sent')
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
