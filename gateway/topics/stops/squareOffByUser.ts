import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { SquareOffOfUser } from '../../../schema/graphql/stops.ts'
import { stillOpen } from './squareOffResults.ts'
import { tradesOfStop } from './tradesOfStop.ts'

const SHOWN_USERS = 500

interface Row extends Omit<SquareOffOfUser, 'problem'> {
  /** Of an open trade: whether an exit order of it ever existed, and the note of the last one. */
  readonly exitMade: boolean
  readonly note: string | null
}

/**
 * What came of squaring off the trades of a stop, for each user who had any: those with open ones first, at most 500.
 * Raw SQL: counts by user (FILTER).
 */
export async function squareOffByUser(db: Database, stop: Prisma.KillSwitchGetPayload<object>): Promise<SquareOffOfUser[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT owner.id AS "userId", owner.name, owner.email, squared.closed, squared.open, squared."exitMade", squared.note
    FROM (
      SELECT trade."userId", (count(*) FILTER (WHERE trade.status <> 'RUNNING'))::int AS closed,
        (count(*) FILTER (WHERE trade.status = 'RUNNING'))::int AS open,
        coalesce(bool_and(exit."updatedAt" IS NOT NULL) FILTER (WHERE trade.status = 'RUNNING'), false) AS "exitMade",
        max(exit.note) FILTER (WHERE trade.status = 'RUNNING') AS note
      ${await tradesOfStop(db, stop)}
      GROUP BY trade."userId"
    ) AS squared
    JOIN "User" owner ON owner.id = squared."userId"
    ORDER BY squared.open DESC, owner.id
    LIMIT ${SHOWN_USERS}`
  return rows.map(({ exitMade, note, ...result }) => ({ ...result, problem: result.open === 0 ? null : stillOpen(exitMade, note) }))
}
