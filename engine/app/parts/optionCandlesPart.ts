import type { Logger } from 'pino'
import type { MarketData } from '../../market/MarketData.ts'
import { OptionRecorder } from '../../market/OptionRecorder.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import type { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly market: MarketData
  readonly store: Store
  readonly shutdown: Shutdown
  readonly log: Logger
}

/** Stores the candles of watched options. */
export const optionCandlesPart = definePart({
  open: ({ store, shutdown, log }: Needs) => {
    const recorder = new OptionRecorder((candles) => store.saveOptionCandles(candles), log)
    shutdown.add('option candles', () => recorder.close())
    return { recorder }
  },
  run: ({ recorder, market }) => {
    market.onOptionCandle((symbol, candle) => recorder.add({ symbol, candle }))
    return {
      metrics: (metrics) => metrics.counter('option_candles_dropped_total', 'Option candles that were not stored.', () => recorder.dropped),
    }
  },
})
