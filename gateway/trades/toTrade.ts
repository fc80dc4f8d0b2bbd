import type { Prisma } from '../../prisma/generated/client.ts'
import type { Trade } from '../../schema/graphql/trades.ts'
import { toRupees } from '../../schema/money.ts'
import type { PriceBoard } from '../live/PriceBoard.ts'
import { rupees } from '../server/rupees.ts'

/** What `toTrade` needs beside the row itself. */
export const tradeRelations = { strategy: { select: { name: true } } } as const satisfies Prisma.TradeInclude
export type TradeRow = Prisma.TradeGetPayload<{ include: typeof tradeRelations }>

/** A stored trade as the API shows it: rupees, and the last price while it runs. */
export function toTrade(row: TradeRow, prices: PriceBoard): Trade {
  const known = row.status === 'RUNNING' ? prices.last(row.option) : null
  return {
    id: row.id,
    option: row.option,
    index: row.index,
    strategy: row.strategy.name,
    strategyId: row.strategyId,
    signal: row.signal,
    mode: row.mode,
    entryPrice: rupees(row.entryPricePaise),
    exitPrice: row.exitPricePaise === null ? null : rupees(row.exitPricePaise),
    target: rupees(row.targetPaise),
    sl: rupees(row.stopPaise),
    lots: row.lots,
    quantity: row.quantity,
    fundUsed: rupees(row.fundUsedPaise),
    profitLossRs: row.grossPaise === null ? null : rupees(row.grossPaise),
    charges: rupees(row.chargesPaise),
    netProfitLossRs: row.netPaise === null ? null : rupees(row.netPaise),
    status: row.status,
    exitReason: row.exitReason,
    entryTime: row.entryTime,
    exitTime: row.exitTime,
    ltp: known === null ? null : toRupees(known.price),
  }
}
