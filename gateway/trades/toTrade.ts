import { z } from 'zod'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Trade } from '../../schema/graphql/trades.ts'
import { paise, toRupees } from '../../schema/money.ts'
import type { PriceBoard } from '../live/PriceBoard.ts'
import { rupees } from '../server/rupees.ts'
import { describeEntry, type EntrySignal } from './describeEntry.ts'
import { describeExit } from './describeExit.ts'

/** What `toTrade` needs beside the row itself. */
export const tradeRelations = {
  strategy: { select: { name: true, rules: true } },
  exitRequest: { select: { tradeId: true } },
} as const satisfies Prisma.TradeInclude
export type TradeRow = Prisma.TradeGetPayload<{ include: typeof tradeRelations }>

/** What screens show of the stored contract; its strike is in hundredths of an index point. */
const shownContract = z.object({ strike: z.int(), optionType: z.enum(['CE', 'PE']), expiry: z.iso.date() })

/** What screens show of the stored terms. */
const shownTerms = z.object({ trailingStopPercent: z.number().nullable() })

/** A stored trade and the signal that opened it (null: unknown) as the API shows them: rupees, and the last price while it runs. Throws when its contract or its terms are none: the table is damaged. */
export function toTrade(row: TradeRow, signal: EntrySignal | null, prices: PriceBoard): Trade {
  const known = row.status === 'RUNNING' ? prices.last(row.option) : null
  const { strike, optionType, expiry } = shownContract.parse(row.contract)
  return {
    id: row.id,
    option: row.option,
    index: row.index,
    strike: toRupees(paise(strike)),
    optionType,
    expiry,
    strategy: row.strategy.name,
    strategyId: row.strategyId,
    signal: row.signal,
    mode: row.mode,
    entryPrice: rupees(row.entryPricePaise),
    exitPrice: row.exitPricePaise === null ? null : rupees(row.exitPricePaise),
    target: rupees(row.targetPaise),
    sl: rupees(row.stopPaise),
    trailingStopPercent: shownTerms.parse(row.terms).trailingStopPercent,
    lots: row.lots,
    quantity: row.quantity,
    exitQuantity: row.exitQuantity,
    fundUsed: rupees(row.fundUsedPaise),
    profitLossRs: row.grossPaise === null ? null : rupees(row.grossPaise),
    charges: rupees(row.chargesPaise),
    netProfitLossRs: row.netPaise === null ? null : rupees(row.netPaise),
    status: row.status,
    exitReason: row.exitReason,
    closing: row.status === 'RUNNING' && row.exitRequest !== null,
    opened: signal && describeEntry(signal, row.strategy.rules),
    closed: describeExit(row),
    entryTime: row.entryTime,
    exitTime: row.exitTime,
    ltp: known === null ? null : toRupees(known.price),
  }
}
