import { Prisma } from './generated/client.ts'

/** Strategies on offer: anybody may subscribe to them, and only their subscriptions open trades. Exits never ask for it. */
export const IS_OFFERED = { isPublic: true, isActive: true } satisfies Prisma.StrategyWhereInput

/** The same as a condition on a row of "Strategy" that has no other name in its statement. */
export const OFFERED = Prisma.sql`("Strategy"."isPublic" AND "Strategy"."isActive")`
