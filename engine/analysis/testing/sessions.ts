import type { CandleColumns } from '../../../schema/market/candles.ts'
import { istDate } from '../../../schema/time.ts'
import { bars, type Bar } from './candleShapes.ts'

/** The bars of each day in India, for libraries that know no sessions. Where the feed has no volume at all, each bar gets the same. */
export function sessions(candles: CandleColumns): Bar[][] {
  const traded = candles.volume.some((volume) => volume > 0)
  const days = new Map<string, Bar[]>()
  bars(candles).forEach((bar, i) => {
    const date = istDate(candles.time[i]!)
    const day = days.get(date) ?? []
    day.push(traded ? bar : { ...bar, volume: 1 })
    days.set(date, day)
  })
  return [...days.values()]
}
