import type { CandleColumns } from '../../../schema/market/candles.ts'
import { outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { openStream } from '../streams/openStream.ts'

/** The values of a stream fed with every candle, and the first on which it was warm (the number of candles: never). */
export function streamColumns(candles: CandleColumns, call: IndicatorCall, barMinutes = 1) {
  const stream = openStream(call, barMinutes)
  const names = outputsOf(call.name)
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(candles.time.length)]))
  let warmFrom = candles.time.length
  for (let i = 0; i < candles.time.length; i++) {
    stream.step(candles, i)
    names.forEach((name, k) => (columns[name]![i] = stream.values[k]!))
    if (stream.isWarm) warmFrom = Math.min(warmFrom, i)
    else if (warmFrom < i) throw new Error(`${call.name} was warm on bar ${warmFrom} and is not on bar ${i}`)
  }
  return { columns, warmFrom }
}
