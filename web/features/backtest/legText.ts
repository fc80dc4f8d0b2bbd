import { formatPrice } from '../../lib/formatMoney.ts'
import type { BacktestLeg } from './readReport.ts'

/** One leg of a position in a line: "Sold 75 NIFTY26NOV24500CE, 100.00 → 125.00". */
export function legText({ side, quantity, contract, entryPrice, exitPrice }: BacktestLeg): string {
  return `${side === 'BUY' ? 'Bought' : 'Sold'} ${quantity} ${contract}, ${formatPrice(entryPrice)} → ${formatPrice(exitPrice)}`
}
