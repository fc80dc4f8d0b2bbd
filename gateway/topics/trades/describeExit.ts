import { formatRupees, paise } from '../../../schema/money.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../../schema/time.ts'
import { signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { exitText, type ExitReason } from '../../../schema/trading/exits.ts'

/** Prices in paise. */
interface Exit {
  readonly exitReason: ExitReason | null
  readonly exitTime: Date | null
  /** Null: unknown, or of several legs. */
  readonly exitPrice: number | null
  /** How it was opened. */
  readonly side: OrderSide
  readonly stop: number | null
  readonly target: number | null
  /** Of a trade of the AI trading agent; null: rules signalled. */
  readonly agent: AgentTradeKind | null
}

/**
 * Why a trade or a leg was closed, at which level, and how much better or worse it was filled: "Closed at 11:02 for ₹118.50: the premium
 * reached the stop loss of ₹120; the fill was ₹1.50 worse."; null while it runs.
 */
export function describeExit({ exitReason, exitTime, agent, ...prices }: Exit): string | null {
  if (exitReason === null || exitTime === null) return null
  const { exitPrice } = prices
  const price = exitPrice === null ? '' : ` for ${formatRupees(paise(exitPrice))}`
  const why = `${exitText(exitReason, agent !== null)}${describeLevel(exitReason, prices)}`
  return `Closed at ${formatTimeOfDay(istMinuteOfDay(exitTime.getTime()))}${price}: ${why}.`
}

/** Of exits at a level of their own that stands still. A trailing stop may be raised further by the price that it is stored with. */
function describeLevel(reason: ExitReason, { side, exitPrice, stop, target }: Omit<Exit, 'exitReason' | 'exitTime' | 'agent'>): string {
  const level = reason === 'STOP' ? stop : reason === 'TARGET' ? target : null
  if (level === null || exitPrice === null) return ''
  const better = signOf(side) * (exitPrice - level)
  const fill = better === 0 ? '' : `; the fill was ${formatRupees(paise(Math.abs(better)))} ${better > 0 ? 'better' : 'worse'}`
  return ` of ${formatRupees(paise(level))}${fill}`
}
