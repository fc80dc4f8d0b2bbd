import { Prisma } from './generated/client.ts'

/**
 * Running trades, as their index "trade_open" knows them: without an exit time, as every closed trade has one. Asked for by their status, those
 * of one user are looked for among all that the user ever had, or among the running ones of all users.
 */
export const RUNNING = { exitTime: null } as const satisfies Prisma.TradeWhereInput

/** The same as a condition on "Trade". */
export const IS_RUNNING = Prisma.sql`"exitTime" IS NULL`
