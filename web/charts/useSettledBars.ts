import { useState } from 'react'
import type { ChartCandle } from './ChartCandle.ts'

/** All bars but the last, which may still be forming: the same array as long as these bars are the same, whatever the last one does. */
export function useSettledBars(candles: readonly ChartCandle[]): readonly ChartCandle[] {
  const [settled, setSettled] = useState<readonly ChartCandle[]>(() => candles.slice(0, -1))
  if (settled.length === Math.max(0, candles.length - 1) && settled.every((candle, i) => candle === candles[i])) return settled
  const next = candles.slice(0, -1)
  setSettled(next)
  return next
}
