import type { CandleColumns } from '../../../schema/market/candles.ts'
import { highest, lowest } from './rollingExtreme.ts'

/**
 * Stochastic oscillator, 0–100: where the close is between the lowest low and the highest high of `period` bars (0 when they are equal);
 * `k` is its simple average over `smoothing` bars, `d` the simple average of `k` over `signal` bars. Both begin together, NaN for the
 * first period + smoothing + signal − 3 bars. Convention: TA-Lib STOCH (the slow one of George Lane; smoothing 1 is the fast one).
 */
export function stochastic(
  candles: CandleColumns,
  period: number,
  smoothing: number,
  signal: number,
): { k: Float64Array; d: Float64Array } {
  const { close } = candles
  const top = highest(candles.high, period)
  const bottom = lowest(candles.low, period)
  const firstSmooth = period + smoothing - 2
  const first = firstSmooth + signal - 1
  const k = new Float64Array(close.length).fill(NaN, 0, first)
  const d = new Float64Array(close.length).fill(NaN, 0, first)
  const raw = new Float64Array(close.length)
  const smooth = new Float64Array(close.length)
  let rawSum = 0
  let smoothSum = 0
  for (let i = period - 1; i < close.length; i++) {
    const range = top[i]! - bottom[i]!
    raw[i] = range === 0 ? 0 : (100 * (close[i]! - bottom[i]!)) / range
    rawSum += raw[i]!
    if (i < firstSmooth) continue
    smooth[i] = rawSum / smoothing
    rawSum -= raw[i - smoothing + 1]!
    smoothSum += smooth[i]!
    if (i < first) continue
    k[i] = smooth[i]!
    d[i] = smoothSum / signal
    smoothSum -= smooth[i - signal + 1]!
  }
  return { k, d }
}
