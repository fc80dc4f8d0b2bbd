import type { Paise } from '../../schema/money.ts'
import type { IsoDate } from '../../schema/time.ts'
import type { Balance } from '../../schema/trading/balanceFrom.ts'

export interface DatedDrawdown {
  readonly amount: Paise
  /** The last day before the trough that ended at the highest value; null: the beginning was highest. */
  readonly peakDate: IsoDate | null
  /** The first day that ended so low. */
  readonly troughDate: IsoDate
  /** The first day after it that ended as high as the peak; null: none did. */
  readonly recoveryDate: IsoDate | null
}

/** The deepest drawdown at the end of a day, the first of equal ones; null when there is none. Days are oldest first. */
export function deepestDrawdown(days: readonly (Balance & { readonly date: IsoDate })[]): DatedDrawdown | null {
  const amount = days.reduce<number>((deepest, { drawdown }) => Math.max(deepest, drawdown), 0)
  const at = days.findIndex(({ drawdown }) => drawdown === amount)
  const trough = days[at]
  if (!trough || amount === 0) return null
  const peak = days.findLast(({ drawdown }, i) => i < at && drawdown === 0)
  const recovery = days.find(({ drawdown }, i) => i > at && drawdown === 0)
  return { amount: trough.drawdown, peakDate: peak?.date ?? null, troughDate: trough.date, recoveryDate: recovery?.date ?? null }
}
