import { addDays } from '../../../../schema/time.ts'
import { SeededRandom } from '../../../../schema/SeededRandom.ts'
import type { SessionCloses } from '../SessionIndex.ts'

/** Sessions of a plain random walk, one a day from a Monday on; `minutes` of each in turn. */
export function drawnSessions(seed: string, count: number, minutes: readonly number[] = [375]): SessionCloses[] {
  const random = new SeededRandom(seed)
  let price = 20_000
  return Array.from({ length: count }, (_, day) => {
    const closes = Float64Array.from({ length: minutes[day % minutes.length]! }, () => (price *= Math.exp(4e-4 * random.normal())))
    return { date: addDays('2024-01-01', day), closes }
  })
}
