import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { SECOND } from '../../schema/time.ts'
import { backtestJobs, type BacktestJob } from '../store/backtestJobs.ts'
import type { BacktestRuns } from '../store/BacktestRuns.ts'
import { Interrupted, OutOfMemory, runApart } from '../workers/runApart.ts'
import type { BacktestTask } from './backtestStored.ts'

/** How often it reports a run's progress, and checks if it is still wanted. */
const BEAT_MS = SECOND
/** For the user whose run failed by a fault of ours. */
const FAULT = 'The backtest failed through no fault of yours. Try again; the log of the engine says why.'
/**
 * A process that needs more is killed. The values of five years of minutes (LIMITS.backtests.values), their candles and twenty trades a day
 * need less than half.
 */
const LIMIT_MB = { heap: 512, resident: 768 }
const TYPESCRIPT = import.meta.url.endsWith('.ts')
const PROGRAM = new URL(`./backtestProcess.${TYPESCRIPT ? 'ts' : 'js'}`, import.meta.url)

export interface BacktestDeskParts {
  readonly runs: BacktestRuns
  readonly databaseUrl: string
  /** The broker port's marketId. */
  readonly market: string
  /** Arguments of Node.js that run a backtest. */
  readonly limitMs: number
  readonly log: Logger
  /** The Node.js entry point of a backtest's process. */
  readonly program?: readonly string[]
  /** See runApart(). */
  readonly limitMb?: { readonly heap: number; readonly resident: number }
}

/** Why the current run was stopped. */
type Stop = 'CANCELLED' | 'TIME_UP' | 'CLOSING'

interface InHand {
  readonly runId: string
  progress: number
  readonly ending: AbortController
  stop: Stop | null
}

/**
 * Runs the queued backtests whose jobs it is handed, one at a time, each in a low-priority process of its own: a run takes nothing from this
 * process, which watches stops. A run that takes too long or too much memory is killed and fails with a sentence for its user; a cancelled
 * one ends at once; one that the end of this node interrupts is requeued.
 */
export class BacktestDesk {
  readonly #parts: BacktestDeskParts
  #jobs: ReturnType<typeof backtestJobs> | null = null
  #closed = false
  #inHand: InHand | null = null
  #ended = 0

  constructor(parts: BacktestDeskParts) {
    this.#parts = parts
  }

  /** Takes jobs from now on. */
  start(): void {
    const { databaseUrl, log } = this.#parts
    this.#jobs = backtestJobs(databaseUrl, (job) => this.#work(job), log)
  }

  /** Backtests claimed here that have ended, however they did. */
  get ended(): number {
    return this.#ended
  }

  /** Somebody cancelled a backtest: perhaps the current one. */
  onCancelled(): void {
    if (this.#inHand) void this.#beat(this.#inHand)
  }

  /** Stops the current run, requeues it, and claims no more. */
  async close(): Promise<void> {
    this.#closed = true
    const closed = this.#jobs?.close()
    this.#jobs = null
    if (this.#inHand) stopIt(this.#inHand, 'CLOSING')
    await closed
  }

  /** Runs the backtest whose turn it is; none when it was cancelled. Rejects when the queue could not be read or written. */
  async #work({ id, isLast }: BacktestJob): Promise<void> {
    const { runs } = this.#parts
    const runId = await runs.take(id)
    if (runId === null) return
    try {
      await this.#run(runId)
    } catch (error) {
      if (isLast) await runs.fail(runId, FAULT)
      throw error
    }
  }

  async #run(runId: string): Promise<void> {
    const inHand: InHand = { runId, progress: 0, ending: new AbortController(), stop: null }
    this.#inHand = inHand
    if (this.#closed) stopIt(inHand, 'CLOSING')
    const beating = setInterval(() => void this.#beat(inHand), BEAT_MS)
    const limit = setTimeout(() => stopIt(inHand, 'TIME_UP'), this.#parts.limitMs)
    try {
      await this.#attempt(inHand)
      this.#ended++
    } finally {
      clearInterval(beating)
      clearTimeout(limit)
      this.#inHand = null
    }
  }

  /** Sees a run to its end. A process that was stopped or died did not end its run: that is done here. */
  async #attempt(inHand: InHand): Promise<void> {
    const { runs, databaseUrl, market, limitMs, limitMb = LIMIT_MB, program = programOfBacktests(), log } = this.#parts
    const { runId, ending } = inHand
    const task: BacktestTask = { databaseUrl, market, runId }
    try {
      await runApart({ program, task, limitMb, signal: ending.signal, onProgress: (share) => (inHand.progress = share) })
    } catch (error) {
      if (inHand.stop === 'CANCELLED') return
      if (inHand.stop === 'CLOSING' || error instanceof Interrupted) return runs.giveBack(runId)
      if (inHand.stop === 'TIME_UP')
        return runs.fail(
          runId,
          `The backtest took longer than ${limitMs / SECOND} s and was stopped. Ask for fewer days${(await runs.isSweep(runId)) ? ' or variants' : ''}.`,
        )
      if (error instanceof OutOfMemory)
        return runs.fail(
          runId,
          `The backtest needs more than the ${limitMb.resident} MB of memory there are for one. Ask for fewer ${(await runs.isSweep(runId)) ? 'days, indicators or variants' : 'days or indicators'}.`,
        )
      log.error({ err: error, runId }, 'a backtest failed')
      return runs.fail(runId, FAULT)
    }
  }

  async #beat(inHand: InHand): Promise<void> {
    const { runs, log } = this.#parts
    try {
      if (!(await runs.beat(inHand.runId, inHand.progress))) stopIt(inHand, 'CANCELLED')
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

/** Run from source, it needs this process's loader. */
function programOfBacktests(): readonly string[] {
  return [...(TYPESCRIPT ? ['--import', '@oxc-node/core/register'] : []), fileURLToPath(PROGRAM)]
}
