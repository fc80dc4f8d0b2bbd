import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { NotificationKind } from '../../../schema/notificationKinds.ts'
import { DAY } from '../../../schema/time.ts'

/** Older ones are not shown. */
export const SHOWN_MS = 90 * DAY
/** The unread are counted up to this. */
const COUNTED = 100

/** A row of the view "Notification". */
export interface NotificationRow {
  readonly id: string
  readonly userId: string
  readonly kind: NotificationKind
  readonly at: Date
}

/** What a user hides, and has read. */
export interface Reader {
  readonly userId: string
  readonly muted: readonly string[]
  /** Everything older has been read; null: nothing. */
  readonly readUntil: Date | null
}

export interface NotificationFilter {
  /** Null: every kind. */
  readonly kinds: readonly string[] | null
  readonly unreadOnly: boolean
  /** Only older than this one; null: from the latest on. */
  readonly after: Pick<NotificationRow, 'at' | 'id'> | null
  readonly limit: number
}

/** A user's notifications of the last 90 days, latest first. Raw SQL: it reads a view. */
export function readNotifications(
  db: Database,
  reader: Reader,
  { kinds, unreadOnly, after, limit }: NotificationFilter,
): Promise<(NotificationRow & { readonly read: boolean })[]> {
  return db.$queryRaw`
    SELECT told.id, told."userId", told.kind, told.at, NOT (${unread(reader)}) AS read FROM "Notification" told
    WHERE ${shownTo(reader)} ${unreadOnly ? Prisma.sql`AND ${unread(reader)}` : Prisma.empty}
      ${kinds ? Prisma.sql`AND told.kind = ANY(${[...kinds]}::text[])` : Prisma.empty}
      ${after ? Prisma.sql`AND (told.at, told.id) < (${after.at}::timestamptz, ${after.id})` : Prisma.empty}
    ORDER BY told.at DESC, told.id DESC LIMIT ${limit}`
}

/** A user's unread count; a hundred stands for any more. */
export async function countUnread(db: Database, reader: Reader): Promise<number> {
  const [counted] = await db.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS unread
    FROM (SELECT FROM "Notification" told WHERE ${shownTo(reader)} AND ${unread(reader)} LIMIT ${COUNTED}) AS counted`
  return counted?.unread ?? 0
}

function shownTo({ userId, muted }: Reader): Prisma.Sql {
  const notMuted = muted.length > 0 ? Prisma.sql`AND told.kind <> ALL(${[...muted]}::text[])` : Prisma.empty
  return Prisma.sql`told."userId" = ${userId}::uuid AND told.at > ${new Date(Date.now() - SHOWN_MS)}::timestamptz ${notMuted}`
}

function unread({ userId, readUntil }: Reader): Prisma.Sql {
  return Prisma.sql`(told.at > ${readUntil ?? new Date(0)}::timestamptz AND NOT EXISTS (
    SELECT FROM "NotificationRead" mark WHERE mark."userId" = ${userId}::uuid AND mark."notificationId" = told.id))`
}
