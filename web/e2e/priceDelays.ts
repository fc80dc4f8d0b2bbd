import type { Instant } from '../../schema/time.ts'

/** A price at a moment of real time: when it left the engine, or when it could be seen. */
export interface TimedPrice {
  readonly symbol: string
  /** Paise. */
  readonly price: number
  readonly at: Instant
}

/**
 * How long each painted price was on its way, in milliseconds. A painted price is matched to the earliest price of its symbol with the same
 * value that left the engine after the previous match: in doubt the delay is longer.
 */
export function delaysOf(left: readonly TimedPrice[], painted: readonly TimedPrice[]): number[] {
  const waiting = new Map<string, TimedPrice[]>()
  for (const price of left) {
    const ofSymbol = waiting.get(price.symbol)
    if (ofSymbol) ofSymbol.push(price)
    else waiting.set(price.symbol, [price])
  }
  return painted.flatMap(({ symbol, price, at }) => {
    const ofSymbol = waiting.get(symbol) ?? []
    const place = ofSymbol.findIndex((candidate) => candidate.price === price && candidate.at <= at)
    const match = ofSymbol[place]
    if (!match) return []
    ofSymbol.splice(0, place + 1)
    return [at - match.at]
  })
}
