import { z } from 'zod'
import { Prisma } from '../../../prisma/generated/client.ts'

/** SQL columns over a user's own closed trades: how many have a known result, and how many of them gained after charges. */
export const KNOWN_AND_GAINED = Prisma.sql`count("netPaise")::int AS known, (count(*) FILTER (WHERE "netPaise" > 0))::int AS gained`

/** Per cent of trades with a known result that gained, rounded as screens round a share to one decimal; null when there is none. */
export function winRate(gained: number, known: number): number | null {
  return known === 0 ? null : Number(((gained / known) * 100).toFixed(1))
}

/** By REST, whose clients round it without a look: 0 where GraphQL has null. */
export const restWinRateSchema = z.number().describe('Per cent of the trades with a known result; 0 while there is none')
