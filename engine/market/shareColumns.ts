import type { CandleColumns } from '../../schema/market/candles.ts'

const COLUMN_COUNT = 6

/** Copies the candles into one SharedArrayBuffer, which threads read without copying. */
export function shareColumns(source: CandleColumns): CandleColumns {
  const { length, byteLength } = source.time
  const buffer = new SharedArrayBuffer(COLUMN_COUNT * byteLength)
  let place = 0
  const share = (column: Float64Array) => {
    const shared = new Float64Array(buffer, place, length)
    shared.set(column)
    place += byteLength
    return shared
  }
  return {
    time: share(source.time),
    open: share(source.open),
    high: share(source.high),
    low: share(source.low),
    close: share(source.close),
    volume: share(source.volume),
  }
}
