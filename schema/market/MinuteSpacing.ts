import { DAY, IST_OFFSET, MINUTE, type Instant } from '../time.ts'

/**
 * Measures the spacing of candles, to distinguish one-minute candles from longer ones whatever a file is called. Gaps do not matter as long
 * as neighbours are most often a minute apart; nights are not counted.
 */
export class MinuteSpacing {
  readonly #counts = new Map<number, number>()
  #distances = 0

  /** Two candles that follow each other. */
  add(before: Instant, next: Instant): void {
    if (Math.floor((before + IST_OFFSET) / DAY) !== Math.floor((next + IST_OFFSET) / DAY)) return
    const minutes = (next - before) / MINUTE
    this.#counts.set(minutes, (this.#counts.get(minutes) ?? 0) + 1)
    this.#distances++
  }

  /** Why they are not one-minute candles, with the numbers; null when they are, or when too few follow each other to decide. */
  mistake(): string | null {
    let [usual, most] = [1, this.#counts.get(1) ?? 0]
    for (const [minutes, count] of this.#counts) if (count > most || (count === most && minutes < usual)) [usual, most] = [minutes, count]
    if (usual === 1) return null
    return `expected one-minute candles, found candles ${usual} minutes apart (${most} of ${this.#distances} within a day)`
  }
}
