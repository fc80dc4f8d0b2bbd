import { toSignal, type Signal } from '../analysis/rules/signalOf.ts'

const NOT_BEGUN = -1
/** An answer besides signals: the strategy is not warm yet. */
const WARMING = 3

/** How many bars a strategy has, and how many it needs, at least, before it may signal. */
export interface Warming {
  readonly haveBars: number
  readonly needBars: number
}

/**
 * Where a worker writes what it does, in memory it shares with the pool: the place of its current strategy, and the answers so
 * far. Both outlive the worker, so whatever ends it, the pool knows the strategy it ended at and keeps the answers before it.
 */
export class EvaluationBoard {
  readonly buffer: SharedArrayBuffer
  readonly #place: Int32Array
  /** Two numbers for each strategy. */
  readonly #bars: Int32Array
  readonly #answers: Int8Array

  private constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer
    const strategies = (buffer.byteLength - 4) / 9
    this.#place = new Int32Array(buffer, 0, 1)
    this.#bars = new Int32Array(buffer, 4, 2 * strategies)
    this.#answers = new Int8Array(buffer, 4 + 8 * strategies)
  }

  /** A board for so many strategies, none of them begun. */
  static create(strategies: number): EvaluationBoard {
    const board = new EvaluationBoard(new SharedArrayBuffer(4 + 9 * strategies))
    board.#place[0] = NOT_BEGUN
    return board
  }

  /** The same board in another thread. */
  static attach(buffer: SharedArrayBuffer): EvaluationBoard {
    return new EvaluationBoard(buffer)
  }

  /** The worker starts this strategy; the answers before it are complete. The number of strategies: all are done. */
  take(place: number): void {
    Atomics.store(this.#place, 0, place)
  }

  answer(place: number, answer: Signal | Warming): void {
    if (typeof answer === 'number') {
      this.#answers[place] = answer
      return
    }
    this.#bars[2 * place] = answer.haveBars
    this.#bars[2 * place + 1] = answer.needBars
    this.#answers[place] = WARMING
  }

  /** The current strategy; null before the first, and when all are done. */
  get inHand(): number | null {
    const place = Atomics.load(this.#place, 0)
    return place === NOT_BEGUN || place === this.#answers.length ? null : place
  }

  /** The answer at a place before the current one. */
  answerAt(place: number): Signal | Warming {
    const answer = this.#answers[place]
    if (answer === WARMING) return { haveBars: this.#bars[2 * place]!, needBars: this.#bars[2 * place + 1]! }
    return toSignal(answer)
  }
}
