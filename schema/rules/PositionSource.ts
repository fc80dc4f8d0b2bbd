import type { OrderSide } from '../trading/OrderSide.ts'
import type { OptionType } from '../market/OptionType.ts'

/** A leg as it is written and stored. */
type LegSource = {
  readonly side: OrderSide
  readonly option: OptionType
  /** `ATM`, `ATM+2`, a premium in rupees or a delta. */
  readonly strike: string | { readonly premium: number } | { readonly delta: number }
  readonly expiry: string
  readonly lots: number
  readonly stop?: LevelSource
  readonly target?: LevelSource
  readonly reentries?: number
}

/** Rupees, or `25%` of the premium. */
type LevelSource = number | string

/** A position rule as it is written and stored: JSON. parsePositionRule.ts says what it means. A type, not an interface, so that it counts as JSON. */
export type PositionSource = {
  readonly legs: readonly LegSource[]
  readonly stop?: LevelSource
  readonly target?: LevelSource
  readonly lock?: { readonly at: number; readonly keep: number; readonly every?: number; readonly by?: number }
  readonly stopsToCost?: boolean
}
