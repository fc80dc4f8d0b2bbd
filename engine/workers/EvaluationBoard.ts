const NOT_BEGUN = -1

/** What a strategy's evaluation gave, as evaluateLast.ts answers: 1 LONG, −1 SHORT, 0 nothing. */
export type Signal = -1 | 0 | 1

/**
 * Where a worker writes what it does, in memory it shares with the pool: the place of the strategy it has in hand, and the answers so
 * far. Both outlive the worker, so whatever ends it, the pool knows at which strategy that was and keeps the answers before it.
 */
export class EvaluationBoard {
  readonly buffer: SharedArrayBuffer
  readonly #place: Int32Array
  readonly #answers: Int8Array

  private constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer
    this.#place = new Int32Array(buffer, 0, 1)
    this.#answers = new Int8Array(buffer, Int32Array.BYTES_PER_ELEMENT)
  }

  /** A board for so many strategies, none of them begun. */
  static create(strategies: number): EvaluationBoard {
    const board = new EvaluationBoard(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT + strategies))
    board.#place[0] = NOT_BEGUN
    return board
  }

  /** The same board in another thread. */
  static attach(buffer: SharedArrayBuffer): EvaluationBoard {
    return new EvaluationBoard(buffer)
  }

  /** The worker takes this strategy in hand; the answers before it are complete. The number of strategies: all are done. */
  take(place: number): void {
    Atomics.store(this.#place, 0, place)
  }

  answer(place: number, signal: Signal): void {
    this.#answers[place] = signal
  }

  /** The strategy in hand; null before the first, and when all are done. */
  get inHand(): number | null {
    const place = Atomics.load(this.#place, 0)
    return place === NOT_BEGUN || place === this.#answers.length ? null : place
  }

  /** What was answered at places that are behind the one in hand. */
  signalAt(place: number): Signal {
    const signal = this.#answers[place]
    return signal === 1 || signal === -1 ? signal : 0
  }
}
