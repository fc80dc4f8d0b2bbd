import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { istDate, MINUTE, type Instant } from '../../../schema/time.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { LateCandle } from '../signals/SignalDesk.ts'

export interface ClosedCandle {
  readonly symbol: IndexSymbol
  readonly candle: Candle
}

export interface CandleIntakeParts {
  readonly queue: JobQueue
  /** Stores the candles and publishes the new ones, in one transaction. Leaves stored candles as they are. */
  readonly save: (candles: readonly ClosedCandle[]) => Promise<void>
  /** Appends a candle to the book; false when the book is already ahead of it. */
  readonly append: (symbol: IndexSymbol, candle: Candle) => boolean
  /** Puts a candle that came late at its place in the book. */
  readonly insert: (symbol: IndexSymbol, candle: Candle) => void
  /** Decides on the last candle of the book. `late`: it is too old to open anything. */
  readonly decide: (symbol: IndexSymbol, candle: Candle, late: LateCandle | null) => Promise<void>
  /** Market time, and how long after its close a candle may still open trades, in market milliseconds. */
  readonly market: () => { readonly now: Instant; readonly candleLife: number }
}

/**
 * Receives closed candles: stores them first, in batches when many wait, then appends each to the book and decides on it. Nothing is opened
 * on stale news: a candle past its life is decided on as late, one of another day is only appended.
 */
export class CandleIntake {
  readonly #parts: CandleIntakeParts
  #waiting: ClosedCandle[] = []

  constructor(parts: CandleIntakeParts) {
    this.#parts = parts
  }

  add(closed: ClosedCandle): void {
    this.#waiting.push(closed)
    if (this.#waiting.length > 1) return
    const { queue, save } = this.#parts
    let batch: readonly ClosedCandle[] = []
    void queue.add('store candles', async () => {
      if (batch.length === 0) batch = this.#waiting.splice(0)
      await save(batch)
      for (const each of batch) this.#takeIn(each)
    })
  }

  /** Stores candles that came after later ones, and puts them into the book: bars from now on know them, nothing is decided on them. */
  addLate(symbol: IndexSymbol, candles: readonly Candle[]): void {
    const { queue, save, insert } = this.#parts
    void queue.add('store late candles', async () => {
      await save(candles.map((candle) => ({ symbol, candle })))
      for (const candle of candles) insert(symbol, candle)
    })
  }

  #takeIn({ symbol, candle }: ClosedCandle): void {
    const { queue, append, decide, market } = this.#parts
    let appended = false
    void queue.add('decide on candle', async () => {
      appended ||= append(symbol, candle)
      const { now, candleLife } = market()
      const age = now - (candle.time + MINUTE)
      if (appended && istDate(candle.time) === istDate(now))
        await decide(symbol, candle, age <= candleLife ? null : { age, life: candleLife })
    })
  }
}
