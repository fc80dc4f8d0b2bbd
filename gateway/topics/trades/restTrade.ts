import { z } from 'zod'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { istIso } from '../../../schema/time.ts'
import { EXIT_REASONS } from '../../../schema/trading/exits.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { SIGNAL_SIDES } from '../../../schema/trading/SignalSide.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { TRADE_SOURCES } from '../../../schema/trading/TradeSource.ts'
import { TRADE_STATUSES } from '../../../schema/trading/TradeStatus.ts'

const restTimes = {
  entryTime: z.iso.datetime(),
  entryTimeIST: z.string(),
  exitTime: z.iso.datetime().nullable(),
  exitTimeIST: z.string().nullable(),
}

const restLegSchema = z.object({
  id: z.string(),
  option: z.string(),
  strike: z.number(),
  optionType: z.enum(OPTION_TYPES),
  expiry: z.iso.date(),
  side: z.enum(ORDER_SIDES),
  lots: z.int(),
  quantity: z.int(),
  entryPrice: z.number(),
  exitPrice: z.number().nullable(),
  target: z.number().nullable(),
  sl: z.number().nullable(),
  ltp: z.number().nullable(),
  charges: z.number(),
  profitLossRs: z.number().nullable(),
  status: z.enum(TRADE_STATUSES),
  exitReason: z.enum(EXIT_REASONS).nullable(),
  closed: z.string().nullable(),
  ...restTimes,
})

/**
 * A trade's REST fields: all of GraphQL's but what a client needs to reckon results at prices of its own, and times in India beside those in UTC. Legs appear only if there are several: a single bought
 * option's fields stand in its trade.
 */
export const restTradeSchema = z.object({
  _id: z.string(),
  id: z.string(),
  option: z.string(),
  index: z.string(),
  strike: z.number().nullable(),
  optionType: z.enum(OPTION_TYPES).nullable(),
  expiry: z.iso.date().nullable(),
  strategy: z.string(),
  strategyId: z.string(),
  source: z.enum(TRADE_SOURCES).describe('Whose signal opened it'),
  unproven: z.boolean().describe('Whether the AI trading agent opened it to explore, on paper, what is not proven'),
  analysisId: z.string().nullable().describe("Id of the AI trading agent's analysis; null: rules signalled"),
  standing: z
    .object({ evidence: z.number(), threshold: z.number(), open: z.boolean(), control: z.number().nullable(), text: z.string() })
    .nullable()
    .describe('How far the record of the AI trading agent was from proof at that analysis; null: rules signalled, or it is not known'),
  signal: z.enum(SIGNAL_SIDES),
  mode: z.enum(TRADE_MODES),
  entryPrice: z.number().nullable(),
  exitPrice: z.number().nullable(),
  target: z.number().nullable(),
  sl: z.number().nullable(),
  trailingStopPercent: z.number().nullable(),
  lots: z.int(),
  quantity: z.int(),
  exitQuantity: z.int(),
  fundUsed: z.number(),
  profitLossRs: z.number().nullable().describe('Gross; while it runs, if it were closed at the last prices. Null: unknown'),
  charges: z.number().describe('So far: while it runs, without those of the exit'),
  netProfitLossRs: z
    .number()
    .nullable()
    .describe('After the charges of both sides; while it runs, if it were closed at the last prices. Null: unknown'),
  status: z.enum(TRADE_STATUSES),
  exitReason: z.enum(EXIT_REASONS).nullable(),
  closing: z.boolean(),
  handedOver: z.boolean(),
  letGo: z.boolean(),
  opened: z.string().nullable(),
  why: z.object({ rule: z.string().nullable(), values: z.array(z.object({ operand: z.string(), value: z.string() })) }).nullable(),
  closed: z.string().nullable(),
  failedLegs: z
    .array(
      z.object({
        ...{ leg: z.int(), side: z.enum(ORDER_SIDES), option: z.string(), quantity: z.int(), filledQuantity: z.int() },
        ...{ reason: z.string(), text: z.string() },
      }),
    )
    .describe('Of several legs: those that were not opened, or not whole, and why'),
  warnings: z
    .array(z.string())
    .describe('What its owner must know of its orders: an exit that fails, refused live ones, fills that do not fit the books'),
  ...restTimes,
  ltp: z.number().nullable(),
  estimatedMargin: z.number().optional().describe('Only of several legs: what they set aside, estimated when they were opened'),
  kept: z
    .number()
    .nullable()
    .optional()
    .describe('Only of several legs: the locked gross profit at which all are closed; null while none is'),
  legs: z.array(restLegSchema).optional().describe('Only of several legs, in whose trade strike, premiums and levels are null'),
})

/** A trade in the REST shape. */
export function restTrade({ legs, kept, estimatedMargin, ...trade }: Trade): z.infer<typeof restTradeSchema> {
  return {
    _id: trade.id,
    ...trade,
    ...timesOf(trade),
    ...(estimatedMargin === null
      ? {}
      : { estimatedMargin, kept, legs: legs.map(({ ifClosed: _, ...leg }) => ({ ...leg, ...timesOf(leg) })) }),
  }
}

function timesOf({ entryTime, exitTime }: Pick<Trade, 'entryTime' | 'exitTime'>) {
  return {
    entryTime: entryTime.toISOString(),
    entryTimeIST: istIso(entryTime.getTime()),
    exitTime: exitTime && exitTime.toISOString(),
    exitTimeIST: exitTime && istIso(exitTime.getTime()),
  }
}
