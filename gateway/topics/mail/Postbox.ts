import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { Statements } from '../../../prisma/inTransaction.ts'
import { enqueueWith } from '../../../prisma/jobs/enqueue.ts'
import { DAY } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import type { Sealer } from '../../security/Sealer.ts'
import type { Letter } from './Letter.ts'
import type { Mailer } from './Mailer.ts'

const storedLetter = z.object({
  ...{ to: z.string(), accountId: z.string().nullable(), subject: z.string(), paragraphs: z.array(z.string()) },
  link: z.object({ text: z.string(), url: z.string() }).nullable(),
})
const storedMail = z.union([z.object({ letter: storedLetter }), z.object({ wish: z.string(), about: z.unknown() })])

/** A device as a mail request stores it: cookies set on it are dropped. */
export const storedDevice = z
  .object({ address: z.string(), userAgent: z.string(), marks: z.string() })
  .transform((device): Device => ({ ...device, keep: () => undefined }))

/** Writes a requested mail, and what else belongs to its transaction; null: there is none to send. Called again when it has failed. */
type Write = (tx: Transaction, about: unknown) => Promise<Letter | null>

/** Attempts end after hours; an operator may retry a mail for so long. Its links have lapsed by then. */
const KEPT_MS = 7 * DAY

/** The purpose for which mails are sealed. */
export const mailOwner = (mailId: string) => `mail ${mailId}`

/**
 * The outbox of mails: each is stored, sealed, in the transaction that causes it, and sent by a job. It is deleted once the mail server has
 * accepted it. A process that dies at that moment may send it twice, with the same Message-Id.
 */
export class Postbox {
  readonly #db: Database
  readonly #sealer: Sealer
  readonly #mailer: Mailer
  readonly #writers = new Map<string, Write>()

  constructor(db: Database, sealer: Sealer, mailer: Mailer) {
    this.#db = db
    this.#sealer = sealer
    this.#mailer = mailer
  }

  /** Sends a letter once the transaction is committed; null: there is none. */
  async post(tx: Transaction, letter: Letter | null): Promise<void> {
    if (letter) await this.#keep(tx, letter.accountId, { letter })
  }

  /**
   * Requests a letter that is written and sent later, by the writer that writes() registered. It takes the same time whether or not there
   * will be one: the caller learns nothing by it. One statement, which needs no transaction.
   */
  async wish(db: Statements, wish: string, about: object): Promise<void> {
    await this.#keep(db, null, { wish, about })
  }

  /** Registers the writer of requested letters; it runs in the transaction that stores the letter. */
  writes<About>(wish: string, schema: z.ZodType<About>, write: (tx: Transaction, about: About) => Promise<Letter | null>): void {
    this.#writers.set(wish, (tx, about) => write(tx, schema.parse(about)))
  }

  /** The job of a mail. Rejects when the mail server does not accept it. */
  async send(mailId: string): Promise<void> {
    const letter = await this.#db.$transaction((tx) => this.#letterOf(tx, mailId))
    if (!letter) return
    await this.#mailer.send(letter, mailId)
    await this.#db.mail.deleteMany({ where: { id: mailId } })
  }

  /** Removes mails that could not be sent for a week; a job that is tried again later finds nothing to send. */
  async prune(): Promise<void> {
    await this.#db.mail.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - KEPT_MS) } } })
  }

  async #keep(db: Statements, accountId: string | null, content: object): Promise<void> {
    const id = randomUUID()
    const sealed = await this.#seal(id, content)
    const insert = Prisma.sql`INSERT INTO "Mail" (id, "accountId", "sealedLetter") VALUES (${id}::uuid, ${accountId}::uuid, ${sealed})`
    await enqueueWith(db, insert, 'mail.send', { mailId: id })
  }

  /** Null: nothing to send, or no longer. Raw SQL: it locks the row. */
  async #letterOf(tx: Transaction, id: string): Promise<Letter | null> {
    const [row] = await tx.$queryRaw<{ sealedLetter: Uint8Array }[]>`SELECT "sealedLetter" FROM "Mail" WHERE id = ${id}::uuid FOR UPDATE`
    if (!row) return null
    const stored = storedMail.parse(JSON.parse(Buffer.from(await this.#sealer.open(row.sealedLetter, mailOwner(id))).toString()))
    if ('letter' in stored) return stored.letter
    const write = this.#writers.get(stored.wish)
    if (!write) throw new Error(`nobody writes the mail ${stored.wish}`)
    const letter = await write(tx, stored.about)
    if (letter)
      await tx.mail.update({ where: { id }, data: { accountId: letter.accountId, sealedLetter: await this.#seal(id, { letter }) } })
    else await tx.mail.delete({ where: { id } })
    return letter
  }

  #seal(id: string, content: object): Promise<Uint8Array<ArrayBuffer>> {
    return this.#sealer.seal(Buffer.from(JSON.stringify(content)), mailOwner(id))
  }
}
