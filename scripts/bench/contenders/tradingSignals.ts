import * as signals from 'trading-signals'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { bars, type Bar } from '../../../engine/analysis/testing/candleShapes.ts'
import { sessions } from '../../../engine/analysis/testing/sessions.ts'
import type { Contender, Contenders } from './Contender.ts'

interface Streamed<Input> {
  update(input: Input, replace: boolean): unknown
}

function streamed<Input>(inputs: (candles: CandleColumns) => readonly Input[], create: () => Streamed<Input>): Contender {
  return (candles) => {
    const all = inputs(candles)
    return () => {
      const indicator = create()
      let last: unknown
      for (const input of all) last = indicator.update(input, false)
      return last
    }
  }
}

const onCloses = (create: () => Streamed<number>) => streamed(({ close }) => [...close], create)
const onBars = (create: () => Streamed<Bar>) => streamed(bars, create)

/** Candle by candle, its only mode. Both directional indicators come out of its DX. */
export const TRADING_SIGNALS: Contenders = {
  sma: onCloses(() => new signals.SMA(20)),
  ema: onCloses(() => new signals.EMA(20)),
  wma: onCloses(() => new signals.WMA(20)),
  rsi: onCloses(() => new signals.RSI(14)),
  roc: onCloses(() => new signals.ROC(10)),
  cci: onBars(() => new signals.CCI(20)),
  stochastic: onBars(() => new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 })),
  macd: onCloses(() => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9))),
  adx: onBars(() => new signals.ADX(14)),
  plus_di: onBars(() => new signals.DX(14)),
  minus_di: onBars(() => new signals.DX(14)),
  supertrend: onBars(() => new signals.SuperTrend({ interval: 10, multiplier: 3 })),
  atr: onBars(() => new signals.ATR(14)),
  bollinger: onCloses(() => new signals.BollingerBands(20, 2)),
  keltner: onBars(() => new signals.KeltnerChannels({ emaInterval: 20, atrInterval: 10, multiplier: 2 })),
  // Knows no sessions, so it is restarted with each.
  vwap: (candles) => {
    const days = sessions(candles)
    return () => {
      let last: unknown
      for (const day of days) {
        const indicator = new signals.VWAP()
        for (const bar of day) last = indicator.update(bar, false)
      }
      return last
    }
  },
  obv: onBars(() => new signals.OBV(2)),
}
