import type { Paise } from '../money.ts'
import type { ExitLevel } from '../trading/ExitLevel.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import type { OptionType } from '../market/OptionType.ts'

/** Which strike a leg is opened at, decided at the moment of the entry. */
export type StrikeRule =
  /** The strike nearest the index price, or so many listed strikes above (positive) or below it. */
  | { readonly kind: 'ATM'; readonly strikes: number }
  /** The strike whose premium is nearest to this one. */
  | { readonly kind: 'PREMIUM'; readonly premium: Paise }
  /** The strike whose delta, without its sign, is nearest to this one; 0 to 1. */
  | { readonly kind: 'DELTA'; readonly delta: number }

/**
 * Of the expiries in which entries have not ended: the nearest, the one after it, or the nearest last one of a month. An index without
 * weekly options has its months for weeks.
 */
export const LEG_EXPIRIES = ['this week', 'next week', 'month'] as const
export type LegExpiry = (typeof LEG_EXPIRIES)[number]

/** One option of a position. Amounts in rupees are of the lots written here, and grow with a subscription's lots. */
export interface LegRule {
  readonly side: OrderSide
  readonly optionType: OptionType
  readonly strike: StrikeRule
  readonly expiry: LegExpiry
  /** For each lot of a subscription. */
  readonly lots: number
  /** Per cent of the leg's entry premium, or an amount: how far it may move against the leg, or for it. */
  readonly stop: ExitLevel | null
  readonly target: ExitLevel | null
  /** How often the leg is opened again after its stop, when its premium is back where it was opened first. */
  readonly reentries: number
}

/** Once the profit of the whole has reached `at`, it is closed when it falls to `keep`; for every `every` more, `keep` rises by `by`. */
export interface ProfitLock {
  readonly at: Paise
  readonly keep: Paise
  readonly trail: { readonly every: Paise; readonly by: Paise } | null
}

/** What a signal opens: legs, and limits of the whole. Levels in per cent are of the net premium, what is sold less what is bought. */
export interface PositionRule {
  readonly legs: readonly LegRule[]
  readonly stop: ExitLevel | null
  readonly target: ExitLevel | null
  readonly lock: ProfitLock | null
  /** When a leg hits its stop, the stops of the other legs move to their entry prices. */
  readonly stopsToCost: boolean
}
