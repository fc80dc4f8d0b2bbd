import type { Database } from '../../../prisma/client.ts'
import type { Notification } from '../../../schema/graphql/notifications.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Concerned } from './Concerned.ts'
import { describeNotifications } from './describeNotifications.ts'
import { notificationId } from './notificationId.ts'
import type { NotificationRow } from './readNotifications.ts'

/** A fact may commit this long after its time. */
const LATE_MS = MINUTE

/** Pushes new notifications to their users' streams, each once; reads the database only for those who subscribe. */
export class NotificationFeed {
  readonly #db: Database
  readonly #audit: AuditReader
  readonly #broadcast = new Broadcast<Notification>()
  /** When the notifications sent to subscribers happened, by user and id. */
  readonly #told = new Map<string, Instant>()
  /** Older ones existed before the first of a user's streams. */
  readonly #since = new Map<string, Instant>()

  constructor(db: Database, audit: AuditReader) {
    this.#db = db
    this.#audit = audit
  }

  stream(userId: string): AsyncIterable<Notification> {
    if (!this.#broadcast.hasListeners(userId)) this.#since.set(userId, Date.now() - SECOND)
    return this.#broadcast.stream(userId)
  }

  /** Sends the subscribers among `users` what they have not received yet. Raw SQL: it reads a view. */
  async tell(users: Concerned): Promise<void> {
    this.#forget()
    const concerned = users === 'everyone' ? null : new Set(users)
    const listening = [...this.#since.keys()].filter((userId) => concerned?.has(userId) ?? true)
    if (listening.length === 0) return
    const rows = await this.#db.$queryRaw<NotificationRow[]>`
      SELECT told.id, told."userId", told.kind, told.at FROM "Notification" told
      LEFT JOIN "NotificationSettings" settings ON settings."userId" = told."userId"
      WHERE told."userId" = ANY(${listening}::uuid[]) AND told.at > ${new Date(Date.now() - LATE_MS)}::timestamptz
        AND told.kind <> ALL(coalesce(settings.muted, '{}'))
      ORDER BY told.at`
    const fresh = rows.filter((row) => row.at.getTime() > (this.#since.get(row.userId) ?? 0) && !this.#told.has(nameOf(row)))
    for (const row of fresh) this.#told.set(nameOf(row), row.at.getTime())
    for (const row of await describeNotifications(this.#db, this.#audit, fresh)) {
      const { userId, kind, at, title, text, link, group = null } = row
      this.#broadcast.publish(userId, { id: notificationId(row), kind, time: at, title, text, link, read: false, group })
    }
  }

  /** Of users who have gone, and those too old to be reread. */
  #forget(): void {
    for (const userId of this.#since.keys()) if (!this.#broadcast.hasListeners(userId)) this.#since.delete(userId)
    for (const [name, at] of this.#told) if (at < Date.now() - 2 * LATE_MS) this.#told.delete(name)
  }
}

const nameOf = ({ userId, id }: NotificationRow) => `${userId} ${id}`
