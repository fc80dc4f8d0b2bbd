import { mayTrade, ROLES } from '../schema/roles.ts'
import { arrayLiteral } from './arrayLiteral.ts'
import { Prisma } from './generated/client.ts'

const TRADING_ROLES = ROLES.filter(mayTrade)

/**
 * Accounts for which trades may be opened: neither suspended nor deleted, and of a role that trades. Every way to an entry asks for it, on
 * paper and live; exits never do. What live trading needs beyond that are its gates (schema/trading/liveGates.ts).
 */
export const OPENS_TRADES = { deletedAt: null, disabledAt: null, role: { in: TRADING_ROLES } } satisfies Prisma.UserWhereInput

/** The same as a condition on a row of "User" that is named "user". */
export const MAY_OPEN_TRADES = Prisma.sql`(
  "user"."deletedAt" IS NULL AND "user"."disabledAt" IS NULL AND "user".role = ANY(${arrayLiteral(TRADING_ROLES)}::"Role"[]))`
