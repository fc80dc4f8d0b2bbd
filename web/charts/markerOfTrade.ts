import { formatCount, formatPrice } from '../lib/formatMoney.ts'
import { formatClock } from '../lib/formatTime.ts'
import type { TradeMarker } from './TradeMarker.ts'

/** What a chart tells of an option trade: prices are premiums and amounts whole, in rupees; times are ISO texts. */
export interface MarkedTrade {
  readonly id: string
  readonly strike: number
  readonly optionType: 'CE' | 'PE'
  readonly strategy: string
  readonly signal: TradeMarker['side']
  readonly mode: 'PAPER' | 'LIVE'
  readonly entryPrice: number
  readonly exitPrice: number | null
  /** Before charges; null while running, or when unknown. */
  readonly profitLossRs: number | null
  readonly entryTime: string
  readonly exitTime: string | null
}

/** An option trade on the chart of its index: at its times, on the bars of the index; its premiums are in the words. */
export function markerOfTrade(trade: MarkedTrade): TradeMarker {
  const bought = `Bought at ₹${formatPrice(trade.entryPrice)}, ${formatClock(trade.entryTime)} IST`
  const end =
    trade.exitTime === null
      ? ['Running']
      : [`Sold at ₹${formatPrice(trade.exitPrice)}, ${formatClock(trade.exitTime)} IST`, 'Before charges']
  return {
    kind: 'trade',
    id: trade.id,
    side: trade.signal,
    title: `${trade.mode} · ${formatCount(trade.strike)} ${trade.optionType} · ${trade.strategy}`,
    details: [bought, ...end],
    entry: { time: Date.parse(trade.entryTime), price: null },
    exit: trade.exitTime === null ? null : { time: Date.parse(trade.exitTime), price: null },
    profit: trade.profitLossRs,
  }
}
