import type { Trade, TradeLeg } from '../../../schema/graphql/trades.ts'
import { fromRupees, paise, type Paise } from '../../../schema/money.ts'

/**
 * A running trade's profit if everything open were closed at the last prices, plus that of its closed legs; null while a price is unknown.
 */
export function openProfit({ legs }: Pick<Trade, 'legs'>): Paise | null {
  let sum = 0
  for (const leg of legs) {
    const profit = profitOf(leg)
    if (profit === null) return null
    sum += profit
  }
  return paise(sum)
}

function profitOf({ status, profitLossRs, ltp, entryPrice, side, quantity }: TradeLeg): number | null {
  if (status !== 'RUNNING') return profitLossRs === null ? null : fromRupees(profitLossRs)
  if (ltp === null) return null
  return (side === 'BUY' ? 1 : -1) * (fromRupees(ltp) - fromRupees(entryPrice)) * quantity
}
