import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Lanes } from '../../../prisma/jobs/Lanes.ts'
import { TASKS } from '../../../prisma/jobs/tasks.ts'
import type { NotificationSettings as SettingsRow, Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type {
  Notification,
  NotificationConnection,
  NotificationSettings,
  SavedNotificationSettings,
  TestNotification,
} from '../../../schema/graphql/notifications.ts'
import { RetryLater } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { NOTIFICATION_CHANNEL_TEXTS, NOTIFICATION_KINDS, type NotificationKind } from '../../../schema/notificationKinds.ts'
import { paths } from '../../../schema/paths.ts'
import { SECOND } from '../../../schema/time.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { countAttempt } from '../../security/failedAttempts.ts'
import { lockCaller } from '../../security/lockAccount.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { addresseeColumns, telegramOwner, webhookOwner, type Couriers } from './Couriers.ts'
import { describeNotifications } from './describeNotifications.ts'
import { channelInput, markReadInput, notificationSettingsInput, notificationsInput } from './input.ts'
import type { NotificationFeed } from './NotificationFeed.ts'
import { notificationId, parseNotificationId } from './notificationId.ts'
import type { Outbox } from './Outbox.ts'
import { countUnread, readNotifications, type Reader } from './readNotifications.ts'

/** Younger ones may still be joined by others of the same moment: they are marked one by one. */
const SETTLED_MS = 10 * SECOND
/** When a place is likely to be free again. */
const BUSY_SECONDS = 5

export interface NotificationTools {
  readonly audit: AuditReader
  readonly feed: NotificationFeed
  readonly outbox: Outbox
  readonly couriers: Couriers
  /** Of deliveries; test messages take places in them, too. */
  readonly lanes: Lanes
  readonly sealer: Sealer
  readonly postbox: Postbox
  readonly letters: Letters
  /** Whether webhooks may go to private addresses. */
  readonly privateWebhooks: boolean
}

/** Users' notifications, and their settings. */
export class NotificationService {
  readonly #db: Database
  readonly #tools: NotificationTools
  readonly #settingsInput: ReturnType<typeof notificationSettingsInput>
  constructor(db: Database, tools: NotificationTools) {
    this.#db = db
    this.#tools = tools
    this.#settingsInput = notificationSettingsInput(tools.privateWebhooks)
  }

  /** The user's notifications of the last 90 days, latest first. Throws BAD_USER_INPUT. */
  async page(userId: string, input: unknown): Promise<NotificationConnection> {
    const { first, after, unreadOnly, kinds } = parseInput(notificationsInput, input ?? {})
    const limit = first ?? LIMITS.notifications.default
    const found = await readNotifications(this.#db, await this.#reader(userId), {
      kinds: kinds ?? null,
      unreadOnly: unreadOnly ?? false,
      after: after == null ? null : parseNotificationId('after', after),
      limit: limit + 1,
    })
    const shown = await describeNotifications(this.#db, this.#tools.audit, found)
    const nodes = shown.map((row) => {
      const { kind, at, title, text, link, read, group = null } = row
      return { id: notificationId(row), kind, time: at, title, text, link, read, group }
    })
    return connection(nodes, { first: limit, after })
  }

  /** The user's unread count; 100 stands for any more. */
  async unread(userId: string): Promise<number> {
    return countUnread(this.#db, await this.#reader(userId))
  }

  /**
   * Marks some as read, or all without `ids`; returns how many are left. Throws BAD_USER_INPUT. Ignores those of others.
   * Raw SQL: inserted from a view.
   */
  async markRead(userId: string, input: unknown): Promise<number> {
    const { ids } = parseInput(markReadInput, input ?? {})
    if (ids == null) await this.#markAll(userId)
    else {
      const places = ids.map((id) => parseNotificationId('ids', id))
      await this.#db.$executeRaw`
        INSERT INTO "NotificationRead" ("userId", "notificationId")
        SELECT told."userId", told.id FROM "Notification" told
        WHERE told."userId" = ${userId}::uuid AND told.at = ANY(${places.map(({ at }) => at)}::timestamptz[])
          AND told.id = ANY(${places.map(({ id }) => id)}::text[])
        ON CONFLICT DO NOTHING`
    }
    return this.unread(userId)
  }

  /** New ones as they happen. */
  added(userId: string): AsyncIterable<Notification> {
    return this.#tools.feed.stream(userId)
  }

  async settings(userId: string): Promise<NotificationSettings> {
    const [row, user, problems] = await Promise.all([
      this.#db.notificationSettings.findUnique({ where: { userId } }),
      this.#db.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } }),
      this.#db.notificationDelivery.findMany({
        where: { userId },
        distinct: ['channel'],
        orderBy: [{ channel: 'asc' }, { createdAt: 'desc' }],
        select: { channel: true, status: true, problem: true, at: true },
      }),
    ])
    return {
      ...toSettings(row),
      emailVerified: user.emailVerifiedAt !== null,
      problems: problems.flatMap(({ channel, status, problem, at }) =>
        problem === null || status === 'SENT' ? [] : [{ channel, problem, givenUp: status === 'DEAD', time: at }],
      ),
    }
  }

  /**
   * Changes the given settings. A new webhook or bot replaces a paused one, and its owner is notified by mail. Throws BAD_USER_INPUT, and
   * REAUTHENTICATION_REQUIRED for a new webhook or bot; switching off and removing take no password.
   */
  async update(caller: Principal, input: unknown, device: Device): Promise<SavedNotificationSettings> {
    const { userId, sessionId } = caller
    const asked = parseInput(this.#settingsInput, input)
    // Earlier notifications go out under the earlier settings.
    await this.#tools.outbox.collect([userId])
    const webhookSecret = await this.#db.$transaction(async (tx) => {
      await lockCaller(tx, caller)
      const before = await tx.notificationSettings.findUnique({ where: { userId }, select: { webhookUrl: true, suspended: true } })
      const setUp = newChannels(asked, before?.webhookUrl ?? null)
      if (setUp.length > 0) requireRecentPassword(caller)
      const secret = setUp.some(({ channel }) => channel === 'WEBHOOK') ? `whsec_${randomBytes(32).toString('base64url')}` : null
      const replaced = [
        ...(asked.telegramBot === undefined ? [] : ['TELEGRAM']),
        ...(asked.webhookUrl === null || secret !== null ? ['WEBHOOK'] : []),
      ]
      const suspended = before?.suspended.filter((channel) => !replaced.includes(channel)) ?? []
      const data = { ...(await this.#columns(userId, asked, secret)), suspended, sendSince: new Date() }
      await tx.notificationSettings.upsert({ where: { userId }, create: { userId, ...data }, update: data })
      const changed = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : name))
      await recordAudit(tx, { accountId: userId, action: 'NOTIFICATIONS_CHANGED', device, details: { changed: changed.join(', ') } })
      for (const { channel } of setUp)
        await recordAudit(tx, { accountId: userId, action: 'CHANNEL_CHANGED', device, sessionId, details: { channel } })
      for (const { what, where } of setUp) await this.#tellOwner(tx, userId, what, where)
      return secret
    })
    return { settings: await this.settings(userId), webhookSecret }
  }

  /**
   * The owner confirms a webhook or bot that the password's reset paused. Throws BAD_USER_INPUT, REAUTHENTICATION_REQUIRED, CONFLICT when
   * it is not paused.
   */
  async resume(caller: Principal, input: unknown, device: Device): Promise<NotificationSettings> {
    const { channel } = parseInput(channelInput, input)
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    // Earlier notifications go out as they would have, so not to this channel.
    await this.#tools.outbox.collect([userId])
    await this.#db.$transaction(async (tx) => {
      await lockCaller(tx, caller)
      const before = await tx.notificationSettings.findUnique({ where: { userId }, select: { suspended: true } })
      if (!before?.suspended.includes(channel))
        throw new UserFacingError('CONFLICT', `${NOTIFICATION_CHANNEL_TEXTS[channel]} is not paused.`)
      const suspended = before.suspended.filter((one) => one !== channel)
      await tx.notificationSettings.update({ where: { userId }, data: { suspended, sendSince: new Date() } })
      await recordAudit(tx, { accountId: userId, action: 'CHANNEL_RESUMED', device, sessionId, details: { channel } })
    })
    return this.settings(userId)
  }

  /**
   * Sends a message to a channel at once, in quiet hours too, and reports the outcome. Throws BAD_USER_INPUT, RATE_LIMITED after many and
   * while the user has no free place there.
   */
  async test(userId: string, input: unknown): Promise<TestNotification> {
    const { channel } = parseInput(channelInput, input)
    await countAttempt(this.#db, 'testMessage', userId)
    const user = await this.#db.user.findUniqueOrThrow({ where: { id: userId }, select: addresseeColumns.user.select })
    const settings = await this.#db.notificationSettings.findUnique({ where: { userId }, select: addresseeColumns })
    const nothingSetUp = {
      ...{ userId, sealedTelegramToken: null, telegramChatId: null, webhookUrl: null, sealedWebhookSecret: null },
      ...{ quietFrom: null, quietUntil: null, suspended: [], user },
    }
    const time = new Date()
    const message = { id: notificationId({ at: time, id: 'test:1' }), kind: 'TEST', time, ...TEST_WORDS }
    const { lanes, couriers } = this.#tools
    const taken = TASKS['delivery.send'].lanes({ channel, userId })
    if (lanes.blocks(taken)) {
      const words = `Earlier messages by ${NOTIFICATION_CHANNEL_TEXTS[channel]} are still under way. Please try again in ${BUSY_SECONDS} seconds.`
      throw new RetryLater('RATE_LIMITED', words, BUSY_SECONDS)
    }
    const leave = lanes.enter(taken)
    const sent = await couriers.send(channel, settings ?? nothingSetUp, message).finally(leave)
    return sent.ok ? { sent: true, problem: null } : { sent: false, problem: sent.error }
  }

  async #reader(userId: string): Promise<Reader> {
    const settings = await this.#db.notificationSettings.findUnique({ where: { userId }, select: { muted: true, readUntil: true } })
    return { userId, muted: settings?.muted ?? [], readUntil: settings?.readUntil ?? null }
  }

  async #markAll(userId: string): Promise<void> {
    const readUntil = new Date(Date.now() - SETTLED_MS)
    await this.#db.$transaction(async (tx) => {
      await tx.notificationSettings.upsert({ where: { userId }, create: { userId, readUntil }, update: { readUntil } })
      await tx.notificationRead.deleteMany({ where: { userId } })
      await tx.$executeRaw`
        INSERT INTO "NotificationRead" ("userId", "notificationId")
        SELECT told."userId", told.id FROM "Notification" told
        WHERE told."userId" = ${userId}::uuid AND told.at > ${readUntil}::timestamptz
        ON CONFLICT DO NOTHING`
    })
  }

  async #tellOwner(tx: Transaction, userId: string, what: string, where: string): Promise<void> {
    const { postbox, letters } = this.#tools
    const user = await tx.user.findUnique({ where: { id: userId } })
    // Otherwise anybody could cause mails to an unconfirmed address.
    await postbox.post(tx, user?.emailVerifiedAt ? letters.channelSetUp(user, what, where) : null)
  }

  /** Absent fields stay; null removes. */
  async #columns(
    userId: string,
    asked: SettingsChange,
    webhookSecret: string | null,
  ): Promise<Omit<Prisma.NotificationSettingsUncheckedCreateInput, 'userId'>> {
    const { sealer } = this.#tools
    const { inApp, email, telegram, webhook, quietHours, telegramBot, webhookUrl } = asked
    return {
      ...(inApp ? { muted: NOTIFICATION_KINDS.filter((kind) => !inApp.includes(kind)) } : {}),
      ...(email ? { email } : {}),
      ...(telegram ? { telegram } : {}),
      ...(webhook ? { webhook } : {}),
      ...(quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null }),
      ...(telegramBot === undefined
        ? {}
        : {
            sealedTelegramToken: telegramBot && (await sealer.seal(Buffer.from(telegramBot.token), telegramOwner(userId))),
            telegramTokenEnding: telegramBot?.token.slice(-2) ?? null,
            telegramChatId: telegramBot?.chatId ?? null,
          }),
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      ...(webhookUrl === null ? { sealedWebhookSecret: null } : {}),
      ...(webhookSecret === null ? {} : { sealedWebhookSecret: await sealer.seal(Buffer.from(webhookSecret), webhookOwner(userId)) }),
    }
  }
}

type SettingsChange = z.output<ReturnType<typeof notificationSettingsInput>>

/** The new webhook or bot of a change, in the words of a mail; none when it is unchanged. */
function newChannels({ telegramBot, webhookUrl }: SettingsChange, url: string | null) {
  return [
    ...(telegramBot == null ? [] : [{ channel: 'TELEGRAM', what: 'A Telegram bot', where: `the chat ${telegramBot.chatId}` } as const]),
    ...(webhookUrl == null || webhookUrl === url
      ? []
      : [{ channel: 'WEBHOOK', what: 'A webhook', where: `the server ${new URL(webhookUrl).host}` } as const]),
  ]
}

const TEST_WORDS = {
  title: 'Test notification',
  text: 'This is how notifications will arrive here.',
  link: paths.profile('notifications'),
}

function toSettings(row: SettingsRow | null): Omit<NotificationSettings, 'emailVerified' | 'problems'> {
  const kinds = (stored: readonly string[] | undefined): NotificationKind[] => NOTIFICATION_KINDS.filter((kind) => stored?.includes(kind))
  const muted = row?.muted ?? []
  const { quietFrom = null, quietUntil = null, telegramChatId = null, telegramTokenEnding = null } = row ?? {}
  return {
    inApp: NOTIFICATION_KINDS.filter((kind) => !muted.includes(kind)),
    email: kinds(row?.email),
    telegram: kinds(row?.telegram),
    webhook: kinds(row?.webhook),
    quietHours: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
    telegramBot:
      telegramChatId === null || telegramTokenEnding === null ? null : { chatId: telegramChatId, tokenEnding: telegramTokenEnding },
    webhookUrl: row?.webhookUrl ?? null,
    suspended: row?.suspended ?? [],
  }
}
