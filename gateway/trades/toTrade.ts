import { z } from 'zod'
import type { Trade } from '../../schema/graphql/trades.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { shownIndex } from '../../schema/market/indices.ts'
import type { PriceBoard } from '../live/PriceBoard.ts'
import { rupees } from '../server/rupees.ts'
import { describeEntry } from './describeEntry.ts'
import { describeExit } from './describeExit.ts'
import { reasonOf } from './reasonOf.ts'
import type { TradeRow } from './readTrades.ts'

/** What screens show of the stored contract; its strike is in hundredths of an index point. */
const shownContract = z.object({ strike: z.int(), optionType: z.enum(['CE', 'PE']), expiry: z.iso.date() })

/** What screens show of the stored terms. */
const shownTerms = z.object({ trailingStopPercent: z.number().nullable() })

/**
 * A stored trade as the API shows it, but for the last price: rupees, and why it was opened by `rule`, its strategy's (null: unknown).
 * Throws when its contract or its terms are none: the table is damaged.
 */
export function toTrade(row: TradeRow, rule: string | null): Trade {
  const { strike, optionType, expiry } = shownContract.parse(row.contract)
  return {
    id: row.id,
    option: row.option,
    index: shownIndex(row.index),
    strike: toRupees(paise(strike)),
    optionType,
    expiry,
    strategy: row.strategy,
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
    closing: row.status === 'RUNNING' && row.exitRequested && row.exitHandedOverAt === null,
    handedOver: row.status === 'RUNNING' && row.exitHandedOverAt !== null,
    opened: row.entrySignal && describeEntry(row.entrySignal, row.signal, rule),
    why: row.entrySignal && reasonOf(row.entrySignal, rule),
    closed: describeExit(row),
    entryTime: row.entryTime,
    exitTime: row.exitTime,
    ltp: null,
  }
}

/** A trade with the last price of its option while it runs. */
export function withLastPrice(trade: Trade, prices: PriceBoard): Trade {
  const known = trade.status === 'RUNNING' ? prices.last(trade.option) : null
  return known === null ? trade : { ...trade, ltp: toRupees(known.price) }
}
