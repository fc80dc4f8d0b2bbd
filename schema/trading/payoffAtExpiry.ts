import type { OptionType } from '../market/OptionType.ts'
import { paise, type Paise } from '../money.ts'
import { signOf, type OrderSide } from './OrderSide.ts'

/** Units of one option, opened at a premium. */
export interface PayoffLeg {
  readonly side: OrderSide
  readonly optionType: OptionType
  readonly strike: Paise
  readonly units: number
  /** Of a unit. */
  readonly premium: Paise
}

export interface Payoff {
  /** Where the line bends, and its two ends, lowest index price first. `gross`: before charges. */
  readonly points: readonly { readonly indexPrice: Paise; readonly gross: Paise }[]
  /** Index prices at which it neither gains nor loses, lowest first: those between the ends. */
  readonly breakEvens: readonly Paise[]
}

/** How far the line goes on each side of the index, as a fraction of its price: an ordinary week's way and more. */
const LEAST_WAY = 0.03
/** How much further than the farthest strike and all premiums together: the bends do not stand at the edge. */
const BEYOND = 1.25

/** What legs that expire together earn at their expiry by the index price then, held to the end without stops. */
export function payoffAtExpiry(legs: readonly PayoffLeg[], indexPrice: Paise): Payoff {
  const farthest = Math.max(...legs.map(({ strike }) => Math.abs(strike - indexPrice)))
  const premiums = legs.reduce((sum, { premium }) => sum + premium, 0)
  const way = Math.round(Math.max(LEAST_WAY * indexPrice, BEYOND * (farthest + premiums)))
  const bends = [Math.max(0, indexPrice - way), ...legs.map(({ strike }) => strike), indexPrice + way]
  const points = [...new Set(bends)]
    .sort((a, b) => a - b)
    .map((price) => ({ indexPrice: paise(price), gross: paise(legs.reduce((total, leg) => total + gainOf(leg, price), 0)) }))
  const breakEvens = points.flatMap((point, i) => {
    const next = points[i + 1]
    if (point.gross === 0) return point.indexPrice
    if (!next || Math.sign(point.gross) * Math.sign(next.gross) >= 0) return []
    const part = point.gross / (point.gross - next.gross)
    return paise(Math.round(point.indexPrice + part * (next.indexPrice - point.indexPrice)))
  })
  return { points, breakEvens }
}

function gainOf({ side, optionType, strike, units, premium }: PayoffLeg, price: number): number {
  const intrinsic = Math.max(0, optionType === 'CE' ? price - strike : strike - price)
  return signOf(side) * (intrinsic - premium) * units
}
