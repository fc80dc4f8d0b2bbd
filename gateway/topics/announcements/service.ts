import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Announcement as AnnouncementRow } from '../../../prisma/generated/client.ts'
import type { Audience } from '../../../schema/announcements.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Announcement, ManagedAnnouncement } from '../../../schema/graphql/announcements.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { DAY } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import { announcementChange, announcementInput, announcementKey } from './input.ts'

const KEPT_MS = 90 * DAY

/** The admin who changes an announcement, and the request's origin. */
interface Admin {
  readonly caller: Principal
  readonly device: Device
}

/** What admins tell users. Every method for admins throws FORBIDDEN to anybody else (requireAdmin); what changes anything is audited. */
export class AnnouncementService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** What the caller is to be shown now, oldest first. */
  async current({ userId, role }: Principal): Promise<Announcement[]> {
    const now = new Date()
    const audience: Audience[] = ['EVERYONE', role === 'admin' ? 'ADMINS' : 'USERS', 'LIVE_TRADERS']
    const rows = await this.#db.announcement.findMany({
      where: { startsAt: { lte: now }, endsAt: { gt: now }, audience: { in: audience } },
      orderBy: { startsAt: 'asc' },
    })
    const tradesLive =
      rows.some((row) => row.audience === 'LIVE_TRADERS') &&
      (await this.#db.subscription.count({ where: { userId, mode: 'LIVE', isActive: true, endedAt: null } })) > 0
    return rows.filter((row) => row.audience !== 'LIVE_TRADERS' || tradesLive).map(toAnnouncement)
  }

  /** The last ones, those that end last first; ended and coming ones too. */
  async managed(caller: Principal): Promise<ManagedAnnouncement[]> {
    requireAdmin(caller)
    const rows = await this.#db.announcement.findMany({ orderBy: { endsAt: 'desc' }, take: LIMITS.announcements.max })
    return this.#named(this.#db, rows)
  }

  /** Everybody reads it: whoever has only the session must not say it. Throws REAUTHENTICATION_REQUIRED, BAD_USER_INPUT. */
  async publish({ caller, device }: Admin, input: unknown): Promise<ManagedAnnouncement> {
    requireAdmin(caller)
    requireRecentPassword(caller)
    const { text, from, to, audience } = parseInput(announcementInput, input)
    return this.#db.$transaction(async (tx) => {
      const data = { text, startsAt: new Date(from), endsAt: new Date(to), audience, by: caller.userId }
      const row = await tx.announcement.create({ data })
      await announce(tx, { caller, device }, 'ANNOUNCEMENT_PUBLISHED')
      return this.#nameOne(tx, row)
    })
  }

  /** Throws REAUTHENTICATION_REQUIRED, BAD_USER_INPUT, NOT_FOUND, CONFLICT when it has ended or another admin has changed it since. */
  async change({ caller, device }: Admin, key: unknown, input: unknown): Promise<ManagedAnnouncement> {
    requireAdmin(caller)
    requireRecentPassword(caller)
    const { id } = parseInput(announcementKey, key)
    const { text, from, to, audience, updatedAt } = parseInput(announcementChange, input)
    return this.#db.$transaction(async (tx) => {
      const before = await runningOne(tx, id)
      if (before.updatedAt.getTime() !== updatedAt) {
        const { by } = await this.#nameOne(tx, before)
        throw new UserFacingError('CONFLICT', `Nothing was saved: ${by} has changed it since. Its text is now: ${before.text}`)
      }
      const data = { text, startsAt: new Date(from), endsAt: new Date(to), audience, by: caller.userId }
      const row = await tx.announcement.update({ where: { id }, data })
      await announce(tx, { caller, device }, 'ANNOUNCEMENT_CHANGED')
      return this.#nameOne(tx, row)
    })
  }

  /** Shows it no more. Throws NOT_FOUND, CONFLICT when it has ended already. */
  end({ caller, device }: Admin, key: unknown): Promise<ManagedAnnouncement> {
    requireAdmin(caller)
    const { id } = parseInput(announcementKey, key)
    return this.#db.$transaction(async (tx) => {
      await runningOne(tx, id)
      const row = await tx.announcement.update({ where: { id }, data: { endsAt: new Date(), by: caller.userId } })
      await announce(tx, { caller, device }, 'ANNOUNCEMENT_ENDED')
      return this.#nameOne(tx, row)
    })
  }

  /** Removes those that ended three months ago. */
  async prune(): Promise<void> {
    await this.#db.announcement.deleteMany({ where: { endsAt: { lt: new Date(Date.now() - KEPT_MS) } } })
  }

  async #nameOne(tx: Transaction, row: AnnouncementRow): Promise<ManagedAnnouncement> {
    return (await this.#named(tx, [row]))[0]!
  }

  async #named(db: Database | Transaction, rows: readonly AnnouncementRow[]): Promise<ManagedAnnouncement[]> {
    const users = await db.user.findMany({ where: { id: { in: rows.map(({ by }) => by) } }, select: { id: true, name: true } })
    const names = new Map(users.map(({ id, name }) => [id, name]))
    return rows.map((row) => ({ ...toAnnouncement(row), audience: row.audience, by: names.get(row.by) ?? 'a deleted account' }))
  }
}

/** One that has not ended, locked until the transaction ends. Raw SQL: it locks the row. */
async function runningOne(tx: Transaction, id: string): Promise<AnnouncementRow> {
  await tx.$queryRaw`SELECT FROM "Announcement" WHERE id = ${id}::uuid FOR UPDATE`
  const row = await tx.announcement.findUnique({ where: { id } })
  if (!row) throw new UserFacingError('NOT_FOUND', 'There is no such announcement.')
  if (row.endsAt <= new Date())
    throw new UserFacingError('CONFLICT', `It ended at ${row.endsAt.toISOString()}. Publish a new announcement instead.`)
  return row
}

async function announce(tx: Transaction, { caller: { userId, sessionId }, device }: Admin, action: AuditAction): Promise<void> {
  await publish(tx, { type: 'announcements.changed' })
  await recordAudit(tx, { accountId: userId, action, device, sessionId })
}

function toAnnouncement({ id, text, startsAt, endsAt, updatedAt }: AnnouncementRow): Announcement {
  return { id, text, from: startsAt, to: endsAt, updatedAt }
}
