import { formatRupees, paise } from '../../schema/money.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../schema/time.ts'
import { EXIT_TEXTS } from '../../schema/trading/exits.ts'
import type { TradeRow } from './readTrades.ts'

/** Why a trade was closed: "Closed at 11:02 for ₹118.50: the premium reached the target."; null while it runs. */
export function describeExit(row: Pick<TradeRow, 'exitReason' | 'exitTime' | 'exitPricePaise'>): string | null {
  const { exitReason, exitTime, exitPricePaise } = row
  if (exitReason === null || exitTime === null) return null
  const price = exitPricePaise === null ? '' : ` for ${formatRupees(paise(Number(exitPricePaise)))}`
  return `Closed at ${formatTimeOfDay(istMinuteOfDay(exitTime.getTime()))}${price}: ${EXIT_TEXTS[exitReason]}.`
}
