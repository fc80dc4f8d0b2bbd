import type { FastifyBaseLogger } from 'fastify'
import type { Counter } from 'prom-client'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { NotificationChannel } from '../../../schema/notificationKinds.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Sealer } from '../../security/Sealer.ts'
import type { Description } from './Description.ts'
import { postWebhook } from './postWebhook.ts'
import { sendTelegram } from './sendTelegram.ts'

/** What a courier needs to know about the recipient. */
export const addresseeColumns = {
  ...{ userId: true, sealedTelegramToken: true, telegramChatId: true, webhookUrl: true, sealedWebhookSecret: true },
  ...{ quietFrom: true, quietUntil: true, suspended: true, user: { select: { id: true, name: true, email: true, emailVerifiedAt: true } } },
} as const satisfies Prisma.NotificationSettingsSelect
export type Addressee = Prisma.NotificationSettingsGetPayload<{ select: typeof addresseeColumns }>

/** A notification to send. */
export interface Message extends Description {
  /** As clients know it. */
  readonly id: string
  /** One of schema/notificationKinds.ts, or TEST. */
  readonly kind: string
  readonly time: Date
}

export interface CourierTools {
  readonly sealer: Sealer
  readonly mailer: Mailer
  readonly letters: Letters
  /** Where Telegram's Bot API is served. */
  readonly telegramApi: string
  /** Whether webhooks may go to private addresses. */
  readonly privateWebhooks: boolean
  /** Base URL of links. */
  readonly publicUrl: string
  /** Counts attempts. */
  readonly deliveries: Counter<'channel' | 'outcome'>
  readonly log: FastifyBaseLogger
}

/** The purpose for which a user's secrets are sealed. */
export const telegramOwner = (userId: string) => `telegram bot of ${userId}`
export const webhookOwner = (userId: string) => `webhook of ${userId}`

/** Sends notifications by mail, by the user's Telegram bot, or to the user's webhook. */
export class Couriers {
  readonly #tools: CourierTools
  constructor(tools: CourierTools) {
    this.#tools = tools
  }

  /** A single attempt. The error is a sentence for the user, without any secret. */
  async send(channel: NotificationChannel, addressee: Addressee, message: Message): Promise<Result<null, string>> {
    const sent = await this.#send(channel, addressee, message)
    this.#tools.deliveries.inc({ channel, outcome: sent.ok ? 'sent' : 'failed' })
    return sent
  }

  async #send(channel: NotificationChannel, addressee: Addressee, message: Message): Promise<Result<null, string>> {
    if (addressee.suspended.includes(channel)) return err('It was paused when your password was reset. Confirm it to resume')
    switch (channel) {
      case 'EMAIL':
        return this.#mail(addressee, message)
      case 'TELEGRAM':
        return this.#telegram(addressee, message)
      case 'WEBHOOK':
        return this.#webhook(addressee, message)
    }
  }

  async #mail({ user }: Addressee, message: Message): Promise<Result<null, string>> {
    const { mailer, letters, log } = this.#tools
    // Else anybody could cause mails to anybody.
    if (user.emailVerifiedAt === null) return err('Your e-mail address is not confirmed')
    try {
      await mailer.send(letters.notification(user, message), `${message.id}.${user.id}`)
      return ok(null)
    } catch (error) {
      log.warn({ err: error }, 'the mail server did not accept a notification')
      return err('The mail server did not accept the message')
    }
  }

  async #telegram(
    { userId, sealedTelegramToken, telegramChatId }: Addressee,
    { title, text, link }: Message,
  ): Promise<Result<null, string>> {
    if (sealedTelegramToken === null || telegramChatId === null) return err('No Telegram bot is set up')
    const token = Buffer.from(await this.#tools.sealer.open(sealedTelegramToken, telegramOwner(userId))).toString()
    return sendTelegram({ api: this.#tools.telegramApi, token, chatId: telegramChatId, text: `${title}\n${text}\n${this.#url(link)}` })
  }

  async #webhook({ userId, webhookUrl, sealedWebhookSecret }: Addressee, { id, link, ...rest }: Message): Promise<Result<null, string>> {
    if (webhookUrl === null || sealedWebhookSecret === null) return err('No webhook is set up')
    const sent = await postWebhook({
      url: webhookUrl,
      secret: await this.#tools.sealer.open(sealedWebhookSecret, webhookOwner(userId)),
      deliveryId: id,
      body: JSON.stringify({ id, ...rest, link: this.#url(link) }),
      at: Date.now(),
      privateHosts: this.#tools.privateWebhooks,
    })
    if (sent.ok) return sent
    this.#tools.log.info({ userId, found: sent.error.found }, 'a webhook was not delivered')
    return err(sent.error.problem)
  }

  #url(link: string): string {
    return this.#tools.publicUrl.replace(/\/+$/, '') + link
  }
}
