import type { CandleColumns } from '../../../schema/market/candles.ts'
import { contractNamed, type NamedContract } from '../../../schema/market/options/contractNamed.ts'
import type { Paise } from '../../../schema/money.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'

/** The model's premium of a contract at the close of a minute of the index (its position); null when it has none. */
export type ModelPrice = (contract: NamedContract, minute: number) => Paise | null

/** Distance from the money: |strike ÷ index − 1|, up to and including a share. */
const BUCKETS = [
  { name: 'at the money', upTo: 0.005 },
  { name: '0.5–1%', upTo: 0.01 },
  { name: '1–2%', upTo: 0.02 },
  { name: 'over 2%', upTo: Infinity },
] as const

/** How the option model compares with recorded premiums at that distance from the money. */
export interface ModelGap {
  readonly moneyness: (typeof BUCKETS)[number]['name']
  /** Recorded minutes compared. */
  readonly minutes: number
  /** Median of |model − recorded| ÷ recorded, in per cent; null without minutes. */
  readonly medianAbsolutePercent: number | null
  /** Median of (model − recorded) ÷ recorded, in per cent: below zero the model is too cheap. */
  readonly medianPercent: number | null
}

/** Most minutes compared per history, evenly spread: more cost time and do not improve the medians. */
const MOST_COMPARED = 50_000

/**
 * Compares the model's premium with each recorded close of a minute that the index has, too. `candles`: by trading symbol, premiums in
 * rupees; skips contracts of other indices and those that the market's rules do not list.
 */
export function modelGap(market: BacktestMarket, candles: ReadonlyMap<string, CandleColumns>, model: ModelPrice): ModelGap[] {
  const recorded = [...candles.values()].reduce((sum, { time }) => sum + time.length, 0)
  const step = Math.max(1, Math.ceil(recorded / MOST_COMPARED))
  const gaps = BUCKETS.map((): number[] => [])
  const { minutes, rules, index } = market
  let count = 0
  for (const [symbol, { time, close }] of candles) {
    const contract = contractNamed(rules, symbol)
    if (!contract.ok || contract.value.index !== index) continue
    let minute = 0
    for (let i = 0; i < time.length; i++) {
      if (count++ % step !== 0) continue
      minute = firstAtOrAfter(minutes.time, time[i]!, minute)
      if (minute === minutes.time.length) break
      if (minutes.time[minute] !== time[i]) continue
      const price = model(contract.value, minute)
      if (price === null) continue
      const distance = Math.abs(contract.value.strike / columnPrice(minutes.close, minute) - 1)
      const bucket = BUCKETS.findIndex(({ upTo }) => distance <= upTo)
      gaps[bucket]!.push((100 * (price - columnPrice(close, i))) / columnPrice(close, i))
    }
  }
  return BUCKETS.map(({ name }, i) => ({
    moneyness: name,
    minutes: gaps[i]!.length,
    medianAbsolutePercent: median(gaps[i]!.map(Math.abs)),
    medianPercent: median(gaps[i]!),
  }))
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
