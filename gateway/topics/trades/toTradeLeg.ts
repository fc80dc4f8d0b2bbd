import { z } from 'zod'
import type { TradeLeg } from '../../../schema/graphql/trades.ts'
import { INDEX_SYMBOLS, type IndexSymbol, type OptionExchange } from '../../../schema/market/indices.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { describeExit } from './describeExit.ts'
import type { LegRow } from './readTrades.ts'

/** The stored contract for screens; its strike is in hundredths of an index point. */
const shownContract = z.object({
  ...{ strike: z.int(), optionType: z.enum(['CE', 'PE']), expiry: z.iso.date() },
  ...{ exchange: z.enum(['NFO', 'BFO']), index: z.enum(INDEX_SYMBOLS), lotSize: z.int() },
})

/** The books of an open leg, for atLastPrice.ts. */
export interface OpenLegBooks extends Pick<
  LegRow,
  'side' | 'quantity' | 'entryValue' | 'exitQuantity' | 'exitValue' | 'charges' | 'orders'
> {
  readonly exchange: OptionExchange
  readonly index: IndexSymbol
  readonly lotSize: number
}

/** A leg as the API shows it, but for its last price and what follows from it. */
export type StoredLeg = Omit<TradeLeg, 'ltp' | 'ifClosed'> & {
  /** Null: it is closed. */
  readonly books: OpenLegBooks | null
}

/** A stored leg in rupees; `agent`: of its trade. Throws when its contract is invalid: the table is damaged. */
export function toTradeLeg(row: LegRow, agent: AgentTradeKind | null): StoredLeg {
  const { strike, optionType, expiry, ...contract } = shownContract.parse(row.contract)
  const exitTime = row.exitTime === null ? null : new Date(row.exitTime)
  return {
    id: row.id,
    option: row.option,
    strike: toRupees(paise(strike)),
    optionType,
    expiry,
    side: row.side,
    lots: row.lots,
    quantity: row.quantity,
    entryPrice: toRupees(paise(row.entryPrice)),
    exitPrice: inRupees(row.exitPrice),
    target: inRupees(row.target),
    sl: inRupees(row.stop),
    charges: toRupees(paise(row.charges)),
    profitLossRs: inRupees(row.gross),
    status: row.status,
    exitReason: row.exitReason,
    closed: describeExit({ ...row, exitTime, agent }),
    entryTime: new Date(row.entryTime),
    exitTime,
    books: row.status === 'RUNNING' ? { ...booked(row), ...contract } : null,
  }
}

function booked({
  side,
  quantity,
  entryValue,
  exitQuantity,
  exitValue,
  charges,
  orders,
}: LegRow): Omit<OpenLegBooks, 'exchange' | 'index' | 'lotSize'> {
  return { side, quantity, entryValue, exitQuantity, exitValue, charges, orders }
}

const inRupees = (amount: number | null) => (amount === null ? null : toRupees(paise(amount)))
