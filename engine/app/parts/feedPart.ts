import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Instant } from '../../../schema/time.ts'
import type { DryRun } from '../../broker/DryRun.ts'
import type { MarketData } from '../../market/MarketData.ts'
import type { PriceTape } from '../../market/PriceTape.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly market: MarketData
  readonly lastStored: ReadonlyMap<IndexSymbol, Instant>
  readonly time: EngineClock
  readonly floor: TradingFloor
  readonly dry: DryRun
  readonly tape: PriceTape
  readonly wait: Wait
}

/** Ticks, candles and the time flow from here; to the floor first, as stops wait for them. */
export const feedPart = definePart<Needs, object>({
  open: () => ({}),
  run: ({ market, lastStored, time, floor, dry, tape, wait }) => {
    const counts = { ticks: 0, candles: 0 }
    market.onCandle((symbol, candle) => {
      counts.candles++
      floor.onCandle(symbol, candle)
    })
    market.onLateCandles((symbol, candles) => floor.onLateCandles(symbol, candles))
    market.onTick((tick) => {
      counts.ticks++
      floor.onTick(tick)
      dry.onTick(tick)
      tape.onTick(tick)
    })
    const onTime = () => {
      floor.onTime()
      dry.onTime(time.now(), time.waits().patience)
    }
    return {
      beats: [{ everyMs: CLOCK_BEAT_MS, do: onTime }],
      begin: () => wait('the market', () => market.start(lastStored)),
      metrics: (metrics) => {
        metrics.counter('ticks_total', 'Ticks that were let through.', () => counts.ticks)
        metrics.counter('candles_total', 'Index candles that closed.', () => counts.candles)
      },
      stop: () => market.stop(),
    }
  },
})
