import { arrays } from '../../../engine/analysis/testing/candleShapes.ts'
import * as indicatorts from 'indicatorts'
import type { Contender, Contenders } from './Contender.ts'

function whole(compute: (columns: ReturnType<typeof arrays>) => unknown): Contender {
  return (candles) => {
    const columns = arrays(candles)
    return () => compute(columns)
  }
}

/**
 * Whole series, its only mode. Its ATR, and with it its Keltner channel, takes simple averages; its stochastic has no smoothing; its CCI
 * takes the deviations from each bar's own average; its VWAP, over the last so many bars and of closes, is another indicator and left out.
 */
export const INDICATOR_TS: Contenders = {
  sma: whole(({ close }) => indicatorts.sma(close, { period: 20 })),
  ema: whole(({ close }) => indicatorts.ema(close, { period: 20 })),
  rsi: whole(({ close }) => indicatorts.rsi(close, { period: 14 })),
  roc: whole(({ close }) => indicatorts.roc(close, { period: 10 })),
  cci: whole(({ high, low, close }) => indicatorts.cci(high, low, close, { period: 20 })),
  stochastic: whole(({ high, low, close }) => indicatorts.stoch(high, low, close, { kPeriod: 14, dPeriod: 3 })),
  macd: whole(({ close }) => indicatorts.macd(close, { fast: 12, slow: 26, signal: 9 })),
  atr: whole(({ high, low, close }) => indicatorts.atr(high, low, close, { period: 14 })),
  bollinger: whole(({ close }) => indicatorts.bb(close, { period: 20 })),
  keltner: whole(({ high, low, close }) => indicatorts.kc(high, low, close, { period: 20 })),
  obv: whole(({ close, volume }) => indicatorts.obv(close, volume)),
  highest: whole(({ high }) => indicatorts.mmax(high, { period: 20 })),
  lowest: whole(({ low }) => indicatorts.mmin(low, { period: 20 })),
  'ema cross': (candles) => {
    const { high, low, close, volume } = arrays(candles)
    const asset = {
      dates: Array.from(candles.time, (time) => new Date(time)),
      openings: [...candles.open],
      closings: close,
      highs: high,
      lows: low,
      volumes: volume,
    }
    return () => indicatorts.backtest(asset, [{ name: 'EMA cross', strategy: ({ closings }) => crossActions(closings) }])
  },
}

function crossActions(closings: number[]): indicatorts.Action[] {
  const fast = indicatorts.ema(closings, { period: 12 })
  const slow = indicatorts.ema(closings, { period: 26 })
  return closings.map((_, i) => {
    if (i === 0) return indicatorts.Action.HOLD
    const above = fast[i]! > slow[i]!
    if (above === fast[i - 1]! > slow[i - 1]!) return indicatorts.Action.HOLD
    return above ? indicatorts.Action.BUY : indicatorts.Action.SELL
  })
}
