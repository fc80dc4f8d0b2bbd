import type { CandleColumns } from '../../../schema/market/candles.ts'
import { DAY, IST_OFFSET } from '../../../schema/time.ts'
import type { Contender, Contenders } from './Contender.ts'
import { inlineCross } from './inlineCross.ts'

/** A loop over the candles that writes its columns. */
type Loop = (candles: CandleColumns, columns: readonly Float64Array[]) => void

function into(columns: number, loop: Loop): Contender {
  return (candles) => {
    const outputs = Array.from({ length: columns }, () => new Float64Array(candles.close.length))
    return () => loop(candles, outputs)
  }
}

const sma: Loop = ({ close }, columns) => {
  const out = columns[0]!
  let sum = 0
  for (let i = 0; i < close.length; i++) {
    sum += close[i]!
    if (i >= 20) sum -= close[i - 20]!
    out[i] = i >= 19 ? sum / 20 : NaN
  }
}

const ema: Loop = ({ close }, columns) => {
  const out = columns[0]!
  let average = close[0]!
  for (let i = 0; i < close.length; i++) {
    average += (close[i]! - average) * (2 / 21)
    out[i] = average
  }
}

const wma: Loop = ({ close }, columns) => {
  const out = columns[0]!
  let sum = 0
  let weighted = 0
  for (let i = 0; i < close.length; i++) {
    weighted += close[i]! * 20 - sum
    sum += close[i]!
    if (i >= 20) sum -= close[i - 20]!
    out[i] = weighted / 210
  }
}

const rsi: Loop = ({ close }, columns) => {
  const out = columns[0]!
  let gain = 0
  let loss = 0
  for (let i = 1; i < close.length; i++) {
    const change = close[i]! - close[i - 1]!
    gain = (gain * 13 + (change > 0 ? change : 0)) / 14
    loss = (loss * 13 + (change < 0 ? -change : 0)) / 14
    out[i] = (100 * gain) / (gain + loss)
  }
}

const roc: Loop = ({ close }, columns) => {
  const out = columns[0]!
  for (let i = 10; i < close.length; i++) out[i] = (close[i]! / close[i - 10]! - 1) * 100
}

const cci: Loop = ({ high, low, close }, columns) => {
  const out = columns[0]!
  const typical = (i: number) => (high[i]! + low[i]! + close[i]!) / 3
  let sum = 0
  for (let i = 0; i < close.length; i++) {
    sum += typical(i)
    if (i >= 20) sum -= typical(i - 20)
    if (i < 19) continue
    let deviation = 0
    for (let j = i - 19; j <= i; j++) deviation += Math.abs(typical(j) - sum / 20)
    out[i] = (typical(i) - sum / 20) / (0.015 * (deviation / 20))
  }
}

const stochastic: Loop = ({ high, low, close }, columns) => {
  const k = columns[0]!
  const d = columns[1]!
  for (let i = 13; i < close.length; i++) {
    let top = -Infinity
    let bottom = Infinity
    for (let j = i - 13; j <= i; j++) {
      top = Math.max(top, high[j]!)
      bottom = Math.min(bottom, low[j]!)
    }
    k[i] = (100 * (close[i]! - bottom)) / (top - bottom)
    d[i] = (k[i]! + k[i - 1]! + k[i - 2]!) / 3
  }
}

const macd: Loop = ({ close }, columns) => {
  const line = columns[0]!
  const signal = columns[1]!
  const histogram = columns[2]!
  let fast = close[0]!
  let slow = close[0]!
  let average = 0
  for (let i = 0; i < close.length; i++) {
    fast += (close[i]! - fast) * (2 / 13)
    slow += (close[i]! - slow) * (2 / 27)
    average += (fast - slow - average) * (2 / 10)
    line[i] = fast - slow
    signal[i] = average
    histogram[i] = fast - slow - average
  }
}

const adx: Loop = ({ high, low }, columns) => {
  const out = columns[0]!
  let plus = 0
  let minus = 0
  let average = 0
  for (let i = 1; i < high.length; i++) {
    const rise = high[i]! - high[i - 1]!
    const fall = low[i - 1]! - low[i]!
    plus = plus * (13 / 14) + (rise > fall && rise > 0 ? rise : 0)
    minus = minus * (13 / 14) + (fall > rise && fall > 0 ? fall : 0)
    average += ((100 * Math.abs(plus - minus)) / (plus + minus) - average) / 14
    out[i] = average
  }
}

function directional(up: boolean): Loop {
  return ({ high, low, close }, columns) => {
    const out = columns[0]!
    let movement = 0
    let range = 0
    for (let i = 1; i < close.length; i++) {
      const rise = high[i]! - high[i - 1]!
      const fall = low[i - 1]! - low[i]!
      const along = up ? rise : fall
      const against = up ? fall : rise
      movement = movement * (13 / 14) + (along > against && along > 0 ? along : 0)
      range = range * (13 / 14) + Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!)
      out[i] = (100 * movement) / range
    }
  }
}

const supertrend: Loop = ({ high, low, close }, columns) => {
  const value = columns[0]!
  const direction = columns[1]!
  let average = 0
  let upper = Infinity
  let lower = -Infinity
  let up = false
  for (let i = 1; i < close.length; i++) {
    const before = close[i - 1]!
    average += (Math.max(high[i]!, before) - Math.min(low[i]!, before) - average) / 10
    const middle = (high[i]! + low[i]!) / 2
    if (middle + 3 * average < upper || before > upper) upper = middle + 3 * average
    if (middle - 3 * average > lower || before < lower) lower = middle - 3 * average
    up = up ? close[i]! >= lower : close[i]! > upper
    value[i] = up ? lower : upper
    direction[i] = up ? 1 : -1
  }
}

const atr: Loop = ({ high, low, close }, columns) => {
  const out = columns[0]!
  let average = 0
  for (let i = 1; i < close.length; i++) {
    average += (Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!) - average) / 14
    out[i] = average
  }
}

const bollinger: Loop = ({ close }, columns) => {
  const upper = columns[0]!
  const middle = columns[1]!
  const lower = columns[2]!
  const level = close[0]!
  let sum = 0
  let squares = 0
  for (let i = 0; i < close.length; i++) {
    const value = close[i]! - level
    const oldest = i >= 20 ? close[i - 20]! - level : 0
    sum += value - oldest
    squares += value * value - oldest * oldest
    const average = sum / 20
    const distance = 2 * Math.sqrt(squares / 20 - average * average)
    upper[i] = level + average + distance
    middle[i] = level + average
    lower[i] = level + average - distance
  }
}

const keltner: Loop = ({ high, low, close }, columns) => {
  const upper = columns[0]!
  const middle = columns[1]!
  const lower = columns[2]!
  let average = close[0]!
  let range = 0
  for (let i = 1; i < close.length; i++) {
    average += (close[i]! - average) * (2 / 21)
    range += (Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!) - range) / 10
    upper[i] = average + 2 * range
    middle[i] = average
    lower[i] = average - 2 * range
  }
}

const vwap: Loop = ({ time, high, low, close, volume }, columns) => {
  const out = columns[0]!
  let day = NaN
  let value = 0
  let traded = 0
  for (let i = 0; i < close.length; i++) {
    const today = Math.floor((time[i]! + IST_OFFSET) / DAY)
    if (today !== day) {
      day = today
      value = 0
      traded = 0
    }
    value += (high[i]! + low[i]! + close[i]!) * volume[i]!
    traded += volume[i]!
    out[i] = value / (3 * traded)
  }
}

const obv: Loop = ({ close, volume }, columns) => {
  const out = columns[0]!
  let total = 0
  for (let i = 1; i < close.length; i++) {
    if (close[i]! > close[i - 1]!) total += volume[i]!
    else if (close[i]! < close[i - 1]!) total -= volume[i]!
    out[i] = total
  }
}

const openingRange: Loop = ({ time, high, low }, columns) => {
  const highs = columns[0]!
  const lows = columns[1]!
  let day = NaN
  let bars = 0
  let top = NaN
  let bottom = NaN
  for (let i = 0; i < time.length; i++) {
    const today = Math.floor((time[i]! + IST_OFFSET) / DAY)
    if (today !== day) {
      day = today
      bars = 0
      top = -Infinity
      bottom = Infinity
    }
    if (bars < 15) {
      bars++
      top = Math.max(top, high[i]!)
      bottom = Math.min(bottom, low[i]!)
    }
    highs[i] = bars === 15 ? top : NaN
    lows[i] = bars === 15 ? bottom : NaN
  }
}

function extreme(pick: (candles: CandleColumns) => Float64Array, higher: (a: number, b: number) => number): Loop {
  return (candles, columns) => {
    const values = pick(candles)
    const out = columns[0]!
    for (let i = 19; i < values.length; i++) {
      let found = values[i]!
      for (let j = i - 19; j < i; j++) found = higher(found, values[j]!)
      out[i] = found
    }
  }
}

/** The indicator alone, with its parameters written in and without its warm-up where that is easier, as one loop into given columns. */
export const INLINE: Contenders = {
  sma: into(1, sma),
  ema: into(1, ema),
  wma: into(1, wma),
  rsi: into(1, rsi),
  roc: into(1, roc),
  cci: into(1, cci),
  stochastic: into(2, stochastic),
  macd: into(3, macd),
  adx: into(1, adx),
  plus_di: into(1, directional(true)),
  minus_di: into(1, directional(false)),
  supertrend: into(2, supertrend),
  atr: into(1, atr),
  bollinger: into(3, bollinger),
  keltner: into(3, keltner),
  vwap: into(1, vwap),
  obv: into(1, obv),
  opening_range: into(2, openingRange),
  highest: into(
    1,
    extreme(({ high }) => high, Math.max),
  ),
  lowest: into(
    1,
    extreme(({ low }) => low, Math.min),
  ),
  'ema cross': inlineCross,
}
