import { z } from 'zod'
import type { TradeLeg } from '../../../schema/graphql/trades.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { describeExit } from './describeExit.ts'
import type { LegRow } from './readTrades.ts'

/** The stored contract for screens; its strike is in hundredths of an index point. */
const shownContract = z.object({ strike: z.int(), optionType: z.enum(['CE', 'PE']), expiry: z.iso.date() })

/**
 * A stored leg as the API shows it, without the last price, in rupees; `agent`: of its trade. Throws when its contract is invalid: the table
 * is damaged.
 */
export function toTradeLeg(row: LegRow, agent: AgentTradeKind | null): TradeLeg {
  const { strike, optionType, expiry } = shownContract.parse(row.contract)
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
    ltp: null,
    charges: toRupees(paise(row.charges)),
    profitLossRs: inRupees(row.gross),
    status: row.status,
    exitReason: row.exitReason,
    closed: describeExit({ exitReason: row.exitReason, exitTime, exitPrice: row.exitPrice, agent }),
    entryTime: new Date(row.entryTime),
    exitTime,
  }
}

const inRupees = (amount: number | null) => (amount === null ? null : toRupees(paise(amount)))
