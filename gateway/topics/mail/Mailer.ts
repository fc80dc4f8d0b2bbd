import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import { SECOND } from '../../../schema/time.ts'
import type { Background } from '../../kit/Background.ts'
import { renderLetter, type Letter } from './Letter.ts'

const CONNECT_MS = 10 * SECOND
/** Loopback: mails stay on this machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

export interface MailSettings {
  /** smtp:// or smtps://; null: mails are kept as files. */
  readonly smtpUrl: string | null
  /** Whether mails may go to another machine without TLS. */
  readonly plaintext: boolean
  readonly from: string
  /** The folder for them. */
  readonly folder: string
}

/** The gateway's mail configuration. */
export interface MailConfig {
  readonly smtpUrl: string | null
  readonly smtpPlaintext: boolean
  readonly mailFrom: string
  /** The data folder. */
  readonly home: string
}

export function mailSettings({ smtpUrl, smtpPlaintext, mailFrom, home }: MailConfig): MailSettings {
  return { smtpUrl, plaintext: smtpPlaintext, from: mailFrom, folder: path.join(home, 'mail') }
}

/** Sends letters to the mail server, or keeps them as files without one. A letter that must not be lost goes through the postbox. */
export class Mailer {
  readonly #settings: MailSettings
  readonly #log: FastifyBaseLogger
  readonly #transport: Transporter
  readonly #background: Background
  /** Accounts whose mails are no longer kept. */
  readonly #forgotten = new Set<string>()

  constructor(settings: MailSettings, background: Background, log: FastifyBaseLogger) {
    this.#background = background
    this.#settings = settings
    this.#log = log
    const { smtpUrl, plaintext } = settings
    const limits = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: CONNECT_MS }
    this.#transport =
      smtpUrl === null
        ? createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
        : createTransport({ url: smtpUrl, requireTLS: !plaintext && !THIS_MACHINE.includes(new URL(smtpUrl).hostname), ...limits })
  }

  /** Probes the mail server, so that a fault is in the log before the first mail is missed. */
  check(): void {
    if (this.#settings.smtpUrl === null) return
    this.#background.run('SMTP_URL: no mail can be sent', () => this.#transport.verify().catch(explained))
  }

  /** Sends a letter once. The same `id` marks a retry of the same mail. Rejects when the mail server does not accept it. */
  async send(letter: Letter, id: string): Promise<void> {
    const { to, subject } = letter
    const mail = { from: this.#settings.from, to, subject, messageId: `<${id}@sakha>`, ...renderLetter(letter) }
    if (this.#settings.smtpUrl === null) await this.#keep(letter, mail)
    else await this.#transport.sendMail(mail).catch(explained)
  }

  /** Deletes the kept mails about an account, also those being written. Failures are only logged. */
  async forget(accountId: string): Promise<void> {
    this.#forgotten.add(accountId)
    const { folder } = this.#settings
    const files = await readdir(folder).catch((): string[] => [])
    const removed = files.filter((file) => file.includes(accountId)).map((file) => rm(path.join(folder, file), { force: true }))
    await Promise.all(removed).catch((error: unknown) =>
      this.#log.error({ err: error }, 'a mail of a deleted account could not be removed'),
    )
  }

  /** Closes the connections to the mail server. */
  async close(): Promise<void> {
    await this.#background.idle()
    this.#transport.close()
  }

  async #keep(letter: Letter, mail: object): Promise<void> {
    const { accountId } = letter
    if (accountId === null) return
    const { message } = (await this.#transport.sendMail(mail)) as { message: Buffer }
    const { folder } = this.#settings
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${accountId}-${randomUUID().slice(0, 8)}.eml`
    const file = path.join(folder, name)
    await writeFile(file, message, { mode: 0o600 })
    if (this.#forgotten.has(accountId)) return rm(file, { force: true })
    const link = letter.link ? ` ${letter.link.text}: ${letter.link.url}` : ''
    // A warning, so that a person sees it: without a mail server this line shows the link.
    this.#log.warn(`No SMTP_URL is set: the mail "${letter.subject}" to ${letter.to} is in ${file}.${link}`)
  }
}

/** Adds a hint where the mail server speaks no TLS. */
function explained(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'ETLS')) throw error
  const way = 'Use smtps://, or a mail server with STARTTLS; SMTP_PLAINTEXT=yes sends without, for a line that nobody can listen to.'
  throw new Error(`The mail server does not encrypt, so no mail is sent by it. ${way}`, { cause: error })
}
