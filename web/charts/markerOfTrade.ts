import { formatCount, formatPrice, formatSignedRupees } from '../lib/formatMoney.ts'
import { formatClock } from '../lib/formatTime.ts'
import type { TradeMarker } from './TradeMarker.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import type { OptionType } from '../../schema/market/OptionType.ts'

/** The texts of an option trade's marker: prices are premiums and amounts whole, in rupees; times are ISO texts. */
export interface MarkedTrade {
  readonly id: string
  /** Null of several legs, as its premiums are. */
  readonly strike: number | null
  readonly optionType: OptionType | null
  readonly strategy: string
  readonly signal: TradeMarker['side']
  readonly mode: TradeMode
  readonly entryPrice: number | null
  readonly exitPrice: number | null
  /** Before charges, and after; null while running, or when unknown. */
  readonly profitLossRs: number | null
  readonly netProfitLossRs: number | null
  readonly entryTime: string
  readonly exitTime: string | null
  /** In the order in which they were opened. */
  readonly legs: readonly MarkedLeg[]
}

interface MarkedLeg {
  readonly side: OrderSide
  readonly strike: number
  readonly optionType: OptionType
  readonly entryPrice: number
}

/** An option trade on the chart of its index: at its times, on the bars of the index; its premiums are in the words. */
export function markerOfTrade(trade: MarkedTrade): TradeMarker {
  return {
    kind: 'trade',
    id: trade.id,
    side: trade.signal,
    ...(trade.strike === null || trade.optionType === null
      ? { title: `${trade.mode} · ${trade.strategy}`, details: [...ofSeveral(trade), ...endOf(trade, 'Closed')] }
      : {
          title: `${trade.mode} · ${formatCount(trade.strike)} ${trade.optionType} · ${trade.strategy}`,
          details: [
            `Bought at ₹${formatPrice(trade.entryPrice)}, ${formatClock(trade.entryTime)} IST`,
            ...endOf(trade, `Sold at ₹${formatPrice(trade.exitPrice)}`),
          ],
        }),
    entry: { time: Date.parse(trade.entryTime), price: null },
    exit: trade.exitTime === null ? null : { time: Date.parse(trade.exitTime), price: null },
    // Of a running one it moves with its prices.
    profit: trade.exitTime === null ? null : trade.netProfitLossRs,
  }
}

function ofSeveral({ legs, entryTime }: MarkedTrade): string[] {
  const opened = legs.map(
    ({ side, strike, optionType, entryPrice }) =>
      `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatCount(strike)} ${optionType} at ₹${formatPrice(entryPrice)}`,
  )
  return [...opened, `Opened ${formatClock(entryTime)} IST`]
}

function endOf({ exitTime, profitLossRs }: MarkedTrade, how: string): string[] {
  return exitTime === null ? ['Running'] : [`${how}, ${formatClock(exitTime)} IST`, `${formatSignedRupees(profitLossRs)} before charges`]
}
