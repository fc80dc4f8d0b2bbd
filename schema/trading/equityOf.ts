import { paise, type Paise } from '../money.ts'
import type { Instant } from '../time.ts'

/** A closed trade, as equity counts it. */
export interface ClosedTrade {
  readonly exitTime: Instant
  /** After charges, in paise. */
  readonly net: number
  /** Decides between exits of one instant; without it they stay as they are given. */
  readonly id?: string
}

/** An account's equity after a trade's exit. */
export interface EquityPoint {
  readonly at: Instant
  readonly equity: Paise
  /** How far the equity lies below its highest value before, what it began with included. */
  readonly drawdown: Paise
}

/** What a curve is thinned by, in one unit of money. */
type Height = Readonly<Record<'equity' | 'drawdown', number>>

/** The deepest fall of an equity from a high before it. */
export interface Drawdown {
  readonly amount: Paise
  /** When the high was last left; null: it is what the account began with. */
  readonly peakAt: Instant | null
  readonly troughAt: Instant
  /** When the high was reached again; null: not yet. */
  readonly recoveredAt: Instant | null
}

/** A curve that is drawn has at most so many points. */
export const DRAWN_POINTS = 500

/**
 * Equity, the one definition: a point for each closed trade at its exit, net of charges, in the order of the exits and of the ids among
 * equal ones; `beginning` is what there was before. gateway/topics/reports/equitySql.ts says the same in SQL.
 */
export function equityOf(trades: readonly ClosedTrade[], beginning: Paise): EquityPoint[] {
  let equity = beginning
  let highest = beginning
  return trades.toSorted(byExit).map(({ exitTime, net }) => {
    equity = paise(equity + net)
    if (equity > highest) highest = equity
    return { at: exitTime, equity, drawdown: paise(highest - equity) }
  })
}

/** The deepest drawdown of a curve, the first of equal ones; null when there is none. */
export function deepestDrawdown(points: readonly EquityPoint[]): Drawdown | null {
  const places = turningPoints(points)
  const trough = points[places.trough]
  if (!trough) return null
  const { peak, recovery } = places
  return {
    amount: trough.drawdown,
    peakAt: points[peak]?.at ?? null,
    troughAt: trough.at,
    recoveredAt: points[recovery]?.at ?? null,
  }
}

/**
 * At most `most` (at least 7) of a curve's points, in order: of equal parts of it the lowest and the highest, its first and its last, and
 * the deepest drawdown's, which stays the deepest of what is left.
 */
export function thinnedEquity<Point extends Height>(points: readonly Point[], most: number = DRAWN_POINTS): readonly Point[] {
  if (points.length <= most) return points
  const parts = partsOf(most)
  const { trough, peak, recovery } = turningPoints(points)
  const lowest: number[] = []
  const highest: number[] = []
  points.forEach(({ equity }, place) => {
    const part = Math.floor((place * parts) / points.length)
    if (equity < (points[lowest[part] ?? -1]?.equity ?? Infinity)) lowest[part] = place
    if (equity > (points[highest[part] ?? -1]?.equity ?? -Infinity)) highest[part] = place
  })
  const kept = new Set([...lowest, ...highest, 0, points.length - 1, trough, peak, recovery])
  return points.filter((_point, place) => kept.has(place))
}

/** Of how many parts of a curve the lowest and the highest point are kept, besides five others. */
export function partsOf(most: number): number {
  return Math.floor((most - 5) / 2)
}

/** Places of the deepest drawdown's points in a curve; −1 for one that is not there. */
function turningPoints(points: readonly Height[]): { readonly peak: number; readonly trough: number; readonly recovery: number } {
  const deepest = points.reduce((deep, { drawdown }) => Math.max(deep, drawdown), 0)
  if (deepest === 0) return { peak: -1, trough: -1, recovery: -1 }
  const trough = points.findIndex(({ drawdown }) => drawdown === deepest)
  return {
    trough,
    peak: points.findLastIndex(({ drawdown }, place) => place < trough && drawdown === 0),
    recovery: points.findIndex(({ drawdown }, place) => place > trough && drawdown === 0),
  }
}

function byExit(one: ClosedTrade, other: ClosedTrade): number {
  if (one.exitTime !== other.exitTime) return one.exitTime - other.exitTime
  const [id, otherId] = [one.id ?? '', other.id ?? '']
  return id < otherId ? -1 : id > otherId ? 1 : 0
}
