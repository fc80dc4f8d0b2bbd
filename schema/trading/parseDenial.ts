import { z } from 'zod'
import type { Denial } from './denials.ts'

const number = z.number()
const stored: z.ZodType<Denial> = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('MODE_NOT_AVAILABLE'), numbers: z.object({}) }),
  z.object({ reason: z.literal('KILL_SWITCH'), numbers: z.object({ scope: z.enum(['USER', 'STRATEGY', 'GLOBAL']) }) }),
  z.object({ reason: z.literal('OUTSIDE_WINDOW'), numbers: z.object({ minuteOfDay: number, windowStart: number, windowEnd: number }) }),
  z.object({ reason: z.literal('CALENDAR_UNKNOWN'), numbers: z.object({ now: number }) }),
  z.object({ reason: z.literal('SESSION_CLOSING'), numbers: z.object({ now: number, lastEntryAt: number }) }),
  z.object({ reason: z.literal('MAX_TRADES_REACHED'), numbers: z.object({ tradesToday: number, maxTrades: number }) }),
  z.object({ reason: z.literal('ALREADY_IN_TRADE'), numbers: z.object({ openTrades: number }) }),
  z.object({ reason: z.literal('FEED_STALE'), numbers: z.object({ ageMs: number.nullable(), limitMs: number }) }),
  z.object({ reason: z.literal('NO_CONTRACT'), numbers: z.object({ indexPrice: number, listedContracts: number }) }),
  z.object({ reason: z.literal('NO_QUOTE'), numbers: z.object({ strike: number }) }),
  z.object({ reason: z.literal('FREEZE_EXCEEDED'), numbers: z.object({ quantity: number, freeze: number }) }),
  z.object({ reason: z.literal('RISK_TOO_SMALL'), numbers: z.object({ risk: number, needed: number }) }),
  z.object({ reason: z.literal('MAX_OPEN_TRADES_REACHED'), numbers: z.object({ openTrades: number, maxOpenTrades: number }) }),
  z.object({ reason: z.literal('DAILY_LOSS_REACHED'), numbers: z.object({ loss: number, maxDailyLoss: number }) }),
  z.object({ reason: z.literal('FUNDS_SHORT'), numbers: z.object({ needed: number, available: number }) }),
])

/** Reads a denial as it is stored. Throws when it is not one: the table is damaged. */
export function parseDenial(row: { readonly reason: string; readonly numbers: unknown }): Denial {
  return stored.parse({ reason: row.reason, numbers: row.numbers })
}
