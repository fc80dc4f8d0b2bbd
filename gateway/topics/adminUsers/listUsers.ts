import type { z } from 'zod'
import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { IS_RUNNING } from '../../../prisma/runningTrades.ts'
import type { ManagedUser } from '../../../schema/graphql/managedUsers.ts'
import type { Role } from '../../../schema/roles.ts'
import type { UserSort, UserState } from '../../../schema/userLists.ts'
import { escapeLike } from '../../kit/escapeLike.ts'
import { rupees } from '../../kit/rupees.ts'
import type { usersInput } from './input.ts'

type Question = z.output<typeof usersInput>

type UserRow = Omit<ManagedUser, 'role' | 'runningTrades' | 'todayPaperNet' | 'todayLiveNet'> & {
  readonly role: Role
  readonly paperPaise: bigint | null
  readonly livePaise: bigint | null
}

const STATES = {
  ACTIVE: Prisma.sql`account."disabledAt" IS NULL AND account."emailVerifiedAt" IS NOT NULL`,
  SUSPENDED: Prisma.sql`account."disabledAt" IS NOT NULL`,
  UNCONFIRMED: Prisma.sql`account."emailVerifiedAt" IS NULL`,
} as const satisfies Record<UserState, Prisma.Sql>

/** Of an account; never null, so that pages follow each other. Their ids have accounts in the order in which they joined. */
const KEYS = {
  JOINED: null,
  NAME: Prisma.sql`lower(account.name)`,
  LAST_SEEN: Prisma.sql`coalesce(seen."lastSeenAt", '-infinity')`,
  OPEN_TRADES: Prisma.sql`open."runningPaperTrades" + open."runningLiveTrades"`,
  // Paper and live are not added up: the worse of the two.
  TODAY: Prisma.sql`least(coalesce(today."paperPaise", 0), coalesce(today."livePaise", 0))`,
} as const satisfies Record<UserSort, Prisma.Sql | null>

const TRADES_LIVE = Prisma.sql`(
  EXISTS (SELECT FROM "Subscription" own WHERE own."userId" = account.id AND own.mode = 'LIVE' AND own."isActive" AND own."endedAt" IS NULL)
  OR EXISTS (SELECT FROM "Trade" WHERE "userId" = account.id AND mode = 'LIVE' AND ${IS_RUNNING}))`
const HAS_BROKER = Prisma.sql`
  EXISTS (SELECT FROM "BrokerAccount" own WHERE own."userId" = account.id AND own.state = 'CONNECTED' AND own."validUntil" > now())`

const is = (condition: Prisma.Sql, wanted: boolean | null | undefined) =>
  wanted == null ? Prisma.empty : Prisma.sql`AND (${condition}) = ${wanted}`

function conditionOf({ search, role, state, twoFactor, live, broker }: Question): Prisma.Sql {
  const found = `%${escapeLike(search ?? '')}%`
  return Prisma.sql`account."deletedAt" IS NULL
    ${search === null ? Prisma.empty : Prisma.sql`AND (account.email ILIKE ${found} OR account.name ILIKE ${found})`}
    ${role == null ? Prisma.empty : Prisma.sql`AND account.role = ${role}::"Role"`}
    ${state == null ? Prisma.empty : Prisma.sql`AND ${STATES[state]}`}
    ${is(Prisma.sql`account."twoFactorAt" IS NOT NULL`, twoFactor)} ${is(TRADES_LIVE, live)} ${is(HAS_BROKER, broker)}`
}

/** The accounts with what is looked up of them. `marketDay`: when today began, in market time. */
const accounts = (marketDay: Date) => Prisma.sql`"User" account
  LEFT JOIN LATERAL (SELECT max("lastUsedAt") AS "lastSeenAt" FROM "Session" WHERE "userId" = account.id) seen ON TRUE
  LEFT JOIN LATERAL (
    SELECT (count(*) FILTER (WHERE mode = 'PAPER'))::int AS "runningPaperTrades", (count(*) FILTER (WHERE mode = 'LIVE'))::int AS "runningLiveTrades"
    FROM "Trade" WHERE "userId" = account.id AND ${IS_RUNNING}) open ON TRUE
  LEFT JOIN LATERAL (
    SELECT (sum("netPaise") FILTER (WHERE mode = 'PAPER'))::bigint AS "paperPaise", (sum("netPaise") FILTER (WHERE mode = 'LIVE'))::bigint AS "livePaise"
    FROM "Trade" WHERE "userId" = account.id AND "exitTime" >= ${marketDay}) today ON TRUE`

const COLUMNS = Prisma.sql`account.id, account.name, account.email, account.role, account."createdAt", account."updatedAt",
  account."emailVerifiedAt" IS NOT NULL AS "emailVerified", account."twoFactorAt" IS NOT NULL AS "twoFactor",
  account."disabledAt" AS "suspendedAt", seen."lastSeenAt", open."runningPaperTrades", open."runningLiveTrades",
  today."paperPaise", today."livePaise"`

/**
 * The accounts that a question is about from its cursor on, one more than its page takes if there are.
 * Raw SQL: it sorts by what is counted and summed of each account (LATERAL).
 */
export async function listUsers(db: Database, question: Question, marketDay: Date): Promise<ManagedUser[]> {
  const { sort, descending, first, after } = question
  const key = KEYS[sort]
  const place = key === null ? Prisma.sql`account.id` : Prisma.sql`(${key}, account.id)`
  const [order, beyond] = descending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`]
  const cursor =
    after === null
      ? Prisma.empty
      : key === null
        ? Prisma.sql`AND account.id ${beyond} ${after}::uuid`
        : Prisma.sql`AND ${place} ${beyond} (SELECT ${key}, account.id FROM ${accounts(marketDay)} WHERE account.id = ${after}::uuid)`
  const rows = await db.$queryRaw<UserRow[]>`
    SELECT ${COLUMNS} FROM ${accounts(marketDay)} WHERE ${conditionOf(question)} ${cursor}
    ORDER BY ${key === null ? Prisma.empty : Prisma.sql`${key} ${order},`} account.id ${order} LIMIT ${first + 1}`
  return rows.map(toManagedUser)
}

/** How many accounts a question is about, on all pages. */
export async function countUsers(db: Database, question: Question): Promise<number> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM "User" account WHERE ${conditionOf(question)}`
  return counted?.total ?? 0
}

/** One account that was not deleted; null: there is none. */
export async function listedUser(db: Database, id: string, marketDay: Date): Promise<ManagedUser | null> {
  const [row] = await db.$queryRaw<UserRow[]>`
    SELECT ${COLUMNS} FROM ${accounts(marketDay)} WHERE account.id = ${id}::uuid AND account."deletedAt" IS NULL`
  return row ? toManagedUser(row) : null
}

function toManagedUser({ paperPaise, livePaise, ...row }: UserRow): ManagedUser {
  return {
    ...row,
    runningTrades: row.runningPaperTrades + row.runningLiveTrades,
    todayPaperNet: paperPaise === null ? null : rupees(paperPaise),
    todayLiveNet: livePaise === null ? null : rupees(livePaise),
  }
}
