import { z } from 'zod'
import { paise } from '../../schema/money.ts'
import { LEG_EXPIRIES } from '../../schema/rules/PositionRule.ts'

const exitLevel = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('PERCENT'), value: z.number() }),
  z.object({ unit: z.literal('RUPEES'), value: z.int().transform(paise) }),
])

const amount = z.int().transform(paise)

const strike = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ATM'), strikes: z.int() }),
  z.object({ kind: z.literal('PREMIUM'), premium: amount }),
  z.object({ kind: z.literal('DELTA'), delta: z.number() }),
])

const legRule = z.object({
  side: z.enum(['BUY', 'SELL']),
  optionType: z.enum(['CE', 'PE']),
  strike,
  expiry: z.enum(LEG_EXPIRIES),
  lots: z.int().positive(),
  stop: exitLevel.nullable(),
  target: exitLevel.nullable(),
  reentries: z.int().nonnegative(),
})

const position = z.object({
  rule: z.object({
    legs: z.array(legRule).nonempty(),
    stop: exitLevel.nullable(),
    target: exitLevel.nullable(),
    lock: z.object({ at: amount, keep: amount, trail: z.object({ every: amount, by: amount }).nullable() }).nullable(),
    stopsToCost: z.boolean(),
  }),
  lots: z.int().positive(),
  leg: z.int().nonnegative(),
  option: z.string(),
  funds: amount,
})

/** The terms of an entry in JSON columns. */
export const termsColumn = z.object({
  takeProfit: exitLevel.nullable(),
  stopLoss: exitLevel.nullable(),
  trailingStopPercent: z.number().nullable(),
  windowEndsAt: z.int(),
  // Absent from rows older than positions of several legs.
  position: position.nullish().transform((value) => value ?? null),
})
