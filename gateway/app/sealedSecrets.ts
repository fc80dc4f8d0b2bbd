import type { Database } from '../../prisma/client.ts'
import { mailOwner } from '../topics/mail/Postbox.ts'
import { AUDIT_LOG } from '../topics/audit/AuditReader.ts'
import { telegramOwner, webhookOwner } from '../topics/notifications/Couriers.ts'
import { sealedWith, type Sealer } from '../security/Sealer.ts'

const AT_ONCE = 500
type Bytes = Uint8Array<ArrayBuffer>

interface SealedRow {
  readonly userId: string
  readonly sealed: Bytes
}

/** A column of sealed secrets, one of a user, or of whatever else has an id. */
interface SealedColumn {
  /** In the database: table.column. */
  readonly column: string
  /** In messages. */
  readonly name: string
  /** What they are sealed for. */
  owner(userId: string): string
  /** The next ones in the order of their users. */
  after(db: Database, userId: string): Promise<SealedRow[]>
  /** Puts `next` in place of `now`; false when that is not there any more, because its owner has changed it. */
  replace(db: Database, userId: string, now: Bytes, next: Bytes): Promise<boolean>
}

/** Every place where something sealed is kept: what is not in this list is lost with the key it was sealed with. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    column: 'TwoFactor.sealedSecret',
    name: 'authenticator',
    owner: (userId) => userId,
    async after(db, userId) {
      const rows = await db.twoFactor.findMany({ where: { userId: { gt: userId } }, orderBy: { userId: 'asc' }, take: AT_ONCE })
      return rows.map((row) => ({ userId: row.userId, sealed: row.sealedSecret }))
    },
    replace: async (db, userId, now, next) =>
      (await db.twoFactor.updateMany({ where: { userId, sealedSecret: now }, data: { sealedSecret: next } })).count === 1,
  },
  settingsColumn('Telegram bot', 'sealedTelegramToken', telegramOwner),
  settingsColumn('webhook', 'sealedWebhookSecret', webhookOwner),
  auditKey(),
  {
    column: 'Mail.sealedLetter',
    name: 'mail',
    owner: mailOwner,
    async after(db, id) {
      const rows = await db.mail.findMany({ where: { id: { gt: id } }, orderBy: { id: 'asc' }, take: AT_ONCE })
      return rows.map((row) => ({ userId: row.id, sealed: row.sealedLetter }))
    },
    replace: async (db, id, now, next) =>
      (await db.mail.updateMany({ where: { id, sealedLetter: now }, data: { sealedLetter: next } })).count === 1,
  },
]

function settingsColumn(
  name: string,
  column: 'sealedTelegramToken' | 'sealedWebhookSecret',
  owner: (userId: string) => string,
): SealedColumn {
  return {
    column: `NotificationSettings.${column}`,
    name,
    owner,
    async after(db, userId) {
      const rows = await db.notificationSettings.findMany({
        where: { userId: { gt: userId }, [column]: { not: null } },
        orderBy: { userId: 'asc' },
        take: AT_ONCE,
        select: { userId: true, sealedTelegramToken: true, sealedWebhookSecret: true },
      })
      return rows.flatMap((row) => (row[column] === null ? [] : { userId: row.userId, sealed: row[column] }))
    },
    replace: async (db, userId, now, next) =>
      (await db.notificationSettings.updateMany({ where: { userId, [column]: now }, data: { [column]: next } })).count === 1,
  }
}

/** The private half of the audit log's keys: one for everybody. */
function auditKey(): SealedColumn {
  return {
    column: 'AuditKey.sealedPrivateKey',
    name: 'key of the audit log',
    owner: () => AUDIT_LOG,
    async after(db, userId) {
      const row = userId === NOBODY ? await db.auditKey.findUnique({ where: { id: 1 } }) : null
      return row ? [{ userId: EVERYBODY, sealed: row.sealedPrivateKey }] : []
    },
    replace: async (db, _userId, now, next) =>
      (await db.auditKey.updateMany({ where: { sealedPrivateKey: now }, data: { sealedPrivateKey: next } })).count === 1,
  }
}

/** How many secrets are sealed with which key. */
export async function countSealedSecrets(db: Database): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for await (const { sealed } of sealedSecrets(db)) counts.set(sealedWith(sealed), (counts.get(sealedWith(sealed)) ?? 0) + 1)
  return counts
}

/** The secrets that do not open, each named by what it is and whose; empty when all is well. */
export async function shutSecrets(db: Database, sealer: Sealer): Promise<string[]> {
  const shut: string[] = []
  for await (const { column, userId, sealed } of sealedSecrets(db)) {
    const opens = await sealer.open(sealed, column.owner(userId)).then(
      () => true,
      () => false,
    )
    if (!opens) shut.push(`the ${column.name} of ${userId}`)
  }
  return shut
}

/**
 * Seals again, with the newest key, what a key other than `number` sealed, while everything runs: what its owner changes at the same
 * moment stays as the owner changed it. Returns how many there were. Rejects at one that does not open.
 */
export async function resealSecrets(db: Database, sealer: Sealer, number: number): Promise<number> {
  let resealed = 0
  for await (const { column, userId, sealed } of sealedSecrets(db)) {
    if (sealedWith(sealed) === number) continue
    const owner = column.owner(userId)
    const next = await sealer.seal(await sealer.open(sealed, owner), owner)
    if (await column.replace(db, userId, sealed, next)) resealed++
  }
  return resealed
}

/** Page by page: no more than one is held, and nothing is locked. */
async function* sealedSecrets(db: Database): AsyncGenerator<SealedRow & { readonly column: SealedColumn }> {
  for (const column of SEALED_COLUMNS) {
    let last: SealedRow | undefined
    do {
      const rows = await column.after(db, last?.userId ?? NOBODY)
      for (const row of rows) yield { column, ...row }
      last = rows.at(-1)
    } while (last)
  }
}

/** Comes before every user. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
const EVERYBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
