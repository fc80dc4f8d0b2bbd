import { formatRupees, paise } from '../../../schema/money.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../../schema/time.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { exitText, type ExitReason } from '../../../schema/trading/exits.ts'

interface Exit {
  readonly exitReason: ExitReason | null
  readonly exitTime: Date | null
  /** Paise; null: unknown, or of several legs. */
  readonly exitPrice: number | null
  /** Of a trade of the AI trading agent; null: rules signalled. */
  readonly agent: AgentTradeKind | null
}

/** Why a trade or a leg was closed: "Closed at 11:02 for ₹118.50: the premium reached the target."; null while it runs. */
export function describeExit({ exitReason, exitTime, exitPrice, agent }: Exit): string | null {
  if (exitReason === null || exitTime === null) return null
  const price = exitPrice === null ? '' : ` for ${formatRupees(paise(exitPrice))}`
  return `Closed at ${formatTimeOfDay(istMinuteOfDay(exitTime.getTime()))}${price}: ${exitText(exitReason, agent !== null)}.`
}
