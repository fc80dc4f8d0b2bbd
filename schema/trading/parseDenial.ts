import { z } from 'zod'
import { AGENT_GATES } from './agentGates.ts'
import { AGENT_BARS, DENIAL_REASONS, type Denial, type DenialReason } from './denials.ts'
import { LIVE_GATES } from './liveGates.ts'
import { ORDER_SIDES } from './OrderSide.ts'

type NumbersOf = { readonly [Reason in DenialReason]: z.ZodType<Extract<Denial, { reason: Reason }>['numbers']> }

const number = z.number()
const NUMBERS: NumbersOf = {
  MODE_NOT_AVAILABLE: z.strictObject({}),
  LIVE_GATES: z.object({ gates: z.array(z.enum([...LIVE_GATES, ...AGENT_GATES])) }),
  KILL_SWITCH: z.object({ scope: z.enum(['USER', 'STRATEGY', 'GLOBAL']) }),
  OUTSIDE_WINDOW: z.object({ minuteOfDay: number, windowStart: number, windowEnd: number }),
  CALENDAR_UNKNOWN: z.object({ now: number }),
  SESSION_CLOSING: z.object({ now: number, lastEntryAt: number }),
  MAX_TRADES_REACHED: z.object({ tradesToday: number, maxTrades: number }),
  ALREADY_IN_TRADE: z.object({ openTrades: number }),
  CANDLE_LATE: z.object({ ageMs: number, limitMs: number }),
  GATEWAY_NEWER: z.object({ gateway: z.string(), engine: z.string() }),
  FEED_STALE: z.object({ ageMs: number.nullable(), limitMs: number }),
  CLOCK_STEPPED: z.object({ agoMs: number, quietMs: number }),
  NO_CONTRACT: z.object({ indexPrice: number, listedContracts: number }),
  NO_QUOTE: z.object({ strike: number }),
  FEED_FULL: z.object({ leg: number.nullable(), strike: number, wanted: number, places: number }),
  FREEZE_EXCEEDED: z.object({ quantity: number, freeze: number }),
  RISK_TOO_SMALL: z.object({ risk: number, needed: number }),
  ORDER_RATE: z.object({ entries: number, limit: number, period: z.enum(['MINUTE', 'DAY']) }),
  MAX_OPEN_TRADES_REACHED: z.object({ openTrades: number, maxOpenTrades: number }),
  DAILY_LOSS_REACHED: z.object({ loss: number, maxDailyLoss: number }),
  FUNDS_SHORT: z.object({ needed: number, available: number }),
  LEG_NOT_LISTED: z.object({ leg: number, indexPrice: number, listedContracts: number }),
  // Old rows have no age.
  LEG_WITHOUT_QUOTE: z.object({
    ...{ leg: number, strike: number.nullable() },
    ...{ ageMs: number.nullable().default(null), limitMs: number.nullable().default(null) },
  }),
  LEG_OUT_OF_REACH: z.object({
    ...{ leg: number, by: z.enum(['PREMIUM', 'DELTA']), wanted: number, found: number },
    ...{ strike: number, strikes: number },
  }),
  LEGS_COINCIDE: z.object({ leg: number, other: number, strike: number }),
  MARGIN_SHORT: z.object({ needed: number, available: number }),
  AGENT_DRAWDOWN: z.object({ loss: number, limit: number }),
  AGENT_HALTED: z.object({ loss: number, limit: number }),
  CAPITAL_SHORT: z.object({ needed: number, capital: number }),
  AGENT_BARRED: z.object({ bar: z.enum(AGENT_BARS) }),
  PROPOSAL_LATE: z.object({ ageMs: number, limitMs: number }),
  PRICE_MOVED: z.object({ proposed: number, premium: number, limitPercent: number }),
  UNANSWERED: z.object({ waitedMs: number }),
  OTHER_OPTIONS: z.strictObject({}),
  OPPOSITE_HELD: z.object({ option: z.string(), held: z.enum(ORDER_SIDES), ours: number, byHand: number }),
}
const reasons = z.enum(DENIAL_REASONS)

/** Reads a denial as it is stored. Throws when it is not one: the table is damaged. */
export function parseDenial(row: { readonly reason: string; readonly numbers: unknown }): Denial {
  const reason = reasons.parse(row.reason)
  // The table pairs each reason with its numbers; the compiler does not follow the pair through the lookup.
  return { reason, numbers: NUMBERS[reason].parse(row.numbers) } as Denial
}
