import { formatRupees, paise } from '../../../schema/money.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../../schema/time.ts'
import { EXIT_TEXTS, type ExitReason } from '../../../schema/trading/exits.ts'

interface Exit {
  readonly exitReason: ExitReason | null
  readonly exitTime: Date | null
  /** Paise; null: unknown, or of several legs. */
  readonly exitPrice: number | null
}

/** Why a trade or a leg was closed: "Closed at 11:02 for ₹118.50: the premium reached the target."; null while it runs. */
export function describeExit({ exitReason, exitTime, exitPrice }: Exit): string | null {
  if (exitReason === null || exitTime === null) return null
  const price = exitPrice === null ? '' : ` for ${formatRupees(paise(exitPrice))}`
  return `Closed at ${formatTimeOfDay(istMinuteOfDay(exitTime.getTime()))}${price}: ${EXIT_TEXTS[exitReason]}.`
}
