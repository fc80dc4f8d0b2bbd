import type { Piscina } from 'piscina'
import type { Logger } from 'pino'
import { SECOND } from '../../schema/time.ts'
import type { BacktestRuns } from '../store/BacktestRuns.ts'
import { startThreads } from '../workers/startThreads.ts'
import type { BacktestTask } from './backtestStored.ts'

/** How often it looks for runs whose node has died, beside being woken for new ones. */
const LOOK_MS = 5 * SECOND
const BEAT_MS = SECOND
/** A thread that needs more memory is ended. Five years of minutes with twenty trades a day need less than 192. */
const HEAP_MB = 512

export interface BacktestDeskParts {
  readonly runs: BacktestRuns
  readonly databaseUrl: string
  /** The broker port's marketId. */
  readonly market: string
  /** Real milliseconds a backtest may take. */
  readonly limitMs: number
  readonly log: Logger
  /** The worker's file, without its ending. */
  readonly worker?: URL
}

/** Why a run in hand was stopped. */
type Stop = 'CANCELLED' | 'TIME_UP' | 'CLOSING'

interface InHand {
  readonly runId: string
  readonly progress: Float64Array
  readonly ending: AbortController
  stop: Stop | null
}

/**
 * Runs the backtests that wait, one at a time, in a thread that lives while there are any. A run that takes too long or too much memory
 * fails with a sentence for its user; one whose user cancels it is ended at once; one that the end of this node interrupts waits again.
 */
export class BacktestDesk {
  readonly #parts: BacktestDeskParts
  #looking: NodeJS.Timeout | undefined
  #working: Promise<void> | null = null
  #woken = false
  #closed = false
  #inHand: InHand | null = null
  #ended = 0

  constructor(parts: BacktestDeskParts) {
    this.#parts = parts
  }

  /** Begins to look by itself. */
  start(): void {
    this.#looking = setInterval(() => this.wake(), LOOK_MS)
    this.wake()
  }

  /** Backtests that were taken in hand here and came to an end, whatever that was. */
  get ended(): number {
    return this.#ended
  }

  /** There may be a backtest to run. */
  wake(): void {
    this.#woken = true
    if (this.#closed || this.#working) return
    this.#working = this.#work().finally(() => {
      this.#working = null
      if (this.#woken) this.wake()
    })
  }

  /** Somebody has cancelled a backtest: perhaps the one in hand. */
  onCancelled(): void {
    if (this.#inHand) void this.#beat(this.#inHand)
  }

  /** Stops what is in hand, gives it back, and takes no more. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#looking)
    if (this.#inHand) stopIt(this.#inHand, 'CLOSING')
    await this.#working
  }

  /** Runs what waits until nothing does. Never rejects: what could not be done is looked at again with the next look. */
  async #work(): Promise<void> {
    const { runs, log, worker = new URL('../workers/backtestWorker', import.meta.url) } = this.#parts
    this.#woken = false
    let thread: Piscina<BacktestTask, void> | null = null
    try {
      for (let runId = await runs.take(); runId !== null; runId = this.#closed ? null : await runs.take()) {
        thread ??= startThreads({ file: worker, threads: 1, log, heapMb: HEAP_MB })
        await this.#run(runId, thread)
      }
    } catch (error) {
      log.warn({ err: error }, 'backtests wait: the queue could not be read or written')
    } finally {
      await thread?.close()
    }
  }

  async #run(runId: string, thread: Piscina<BacktestTask, void>): Promise<void> {
    const inHand: InHand = {
      ...{ runId, progress: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)) },
      ...{ ending: new AbortController(), stop: null },
    }
    this.#inHand = inHand
    if (this.#closed) stopIt(inHand, 'CLOSING')
    const beating = setInterval(() => void this.#beat(inHand), BEAT_MS)
    const limit = setTimeout(() => stopIt(inHand, 'TIME_UP'), this.#parts.limitMs)
    try {
      await this.#attempt(inHand, thread)
      this.#ended++
    } finally {
      clearInterval(beating)
      clearTimeout(limit)
      this.#inHand = null
    }
  }

  /** Sees a run to its end. A thread that was stopped, or died, has not ended its run: that is done here. */
  async #attempt(inHand: InHand, thread: Piscina<BacktestTask, void>): Promise<void> {
    const { runs, databaseUrl, market, limitMs, log } = this.#parts
    const { runId, progress, ending } = inHand
    try {
      await thread.run({ databaseUrl, market, runId, progress }, { signal: ending.signal })
    } catch (error) {
      if (inHand.stop === 'CANCELLED') return
      if (inHand.stop === 'CLOSING') return runs.giveBack(runId)
      if (inHand.stop === 'TIME_UP')
        return runs.fail(runId, `The backtest took longer than ${limitMs / SECOND} s and was stopped. Ask for fewer days.`)
      if (isOutOfMemory(error)) return runs.fail(runId, 'The backtest needs more memory than there is for one. Ask for fewer days.')
      log.error({ err: error, runId }, 'a backtest failed')
      return runs.fail(runId, 'The backtest failed through no fault of yours. Try again; the log of the engine says why.')
    }
  }

  async #beat(inHand: InHand): Promise<void> {
    const { runs, log } = this.#parts
    try {
      if (!(await runs.beat(inHand.runId, inHand.progress[0] ?? 0))) stopIt(inHand, 'CANCELLED')
    } catch (error) {
      log.warn({ err: error, runId: inHand.runId }, 'a backtest could not say that it goes on')
    }
  }
}

/** The first reason counts. */
function stopIt(inHand: InHand, stop: Stop): void {
  inHand.stop ??= stop
  inHand.ending.abort()
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
