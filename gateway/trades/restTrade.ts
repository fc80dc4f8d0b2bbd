import { z } from 'zod'
import { OptionType, SignalSide, TradeMode, TradeStatus, type Trade } from '../../schema/graphql/trades.ts'
import { istIso } from '../../schema/time.ts'
import { EXIT_REASONS } from '../../schema/trading/exits.ts'

/** What REST shows of a trade: all GraphQL shows, and times in India beside those in UTC. */
export const restTradeSchema = z.object({
  _id: z.string(),
  id: z.string(),
  option: z.string(),
  index: z.string(),
  strike: z.number(),
  optionType: z.enum(OptionType),
  expiry: z.iso.date(),
  strategy: z.string(),
  strategyId: z.string(),
  signal: z.enum(SignalSide),
  mode: z.enum(TradeMode),
  entryPrice: z.number(),
  exitPrice: z.number().nullable(),
  target: z.number(),
  sl: z.number(),
  trailingStopPercent: z.number().nullable(),
  lots: z.int(),
  quantity: z.int(),
  exitQuantity: z.int(),
  fundUsed: z.number(),
  profitLossRs: z.number().nullable(),
  charges: z.number(),
  netProfitLossRs: z.number().nullable(),
  status: z.enum(TradeStatus),
  exitReason: z.enum(EXIT_REASONS).nullable(),
  closing: z.boolean(),
  handedOver: z.boolean(),
  opened: z.string().nullable(),
  why: z.object({ rule: z.string().nullable(), values: z.array(z.object({ operand: z.string(), value: z.string() })) }).nullable(),
  closed: z.string().nullable(),
  entryTime: z.iso.datetime(),
  entryTimeIST: z.string(),
  exitTime: z.iso.datetime().nullable(),
  exitTimeIST: z.string().nullable(),
  ltp: z.number().nullable(),
})

/** A trade in the REST shape. */
export function restTrade(trade: Trade): z.infer<typeof restTradeSchema> {
  const { entryTime, exitTime } = trade
  return {
    _id: trade.id,
    ...trade,
    entryTime: entryTime.toISOString(),
    entryTimeIST: istIso(entryTime.getTime()),
    exitTime: exitTime && exitTime.toISOString(),
    exitTimeIST: exitTime && istIso(exitTime.getTime()),
  }
}
