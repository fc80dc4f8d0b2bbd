import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { MINUTE, SECOND, type IsoDate } from '../../schema/time.ts'
import { backtestJobs, type BacktestJob } from '../store/backtestJobs.ts'
import type { BacktestRuns } from '../store/BacktestRuns.ts'
import { Interrupted, OutOfMemory, runApart, TooLong, type ApartParts } from '../workers/runApart.ts'
import type { BacktestTask } from './backtestStored.ts'

/** How often it reports a run's progress, and checks if it is still wanted. */
const BEAT_MS = SECOND
/** For the user whose run failed by a fault of ours. */
const FAULT = 'The backtest failed on our side. Try again; the engine’s log has the reason.'
/**
 * A process that needs more is killed. The values of five years of minutes (LIMITS.backtests.values), their candles and twenty trades a day
 * need less than half.
 */
const LIMIT_MB = { heap: 512, resident: 768 }
/** Processor time, whatever else the machine does; and the clock's, for a process that stands still. */
const LIMIT_MS = { cpu: MINUTE, clock: 15 * MINUTE }
const TYPESCRIPT = import.meta.url.endsWith('.ts')
const PROGRAM = new URL(`./backtestProcess.${TYPESCRIPT ? 'ts' : 'js'}`, import.meta.url)

export interface BacktestDeskParts {
  readonly runs: BacktestRuns
  readonly databaseUrl: string
  /** The broker port's marketId. */
  readonly market: string
  readonly log: Logger
  /** The Node.js entry point of a backtest's process. */
  readonly program?: readonly string[]
  /** See runApart(). */
  readonly limitMs?: ApartParts['limitMs']
  readonly limitMb?: { readonly heap: number; readonly resident: number }
}

/** Why the current run was stopped. */
type Stop = 'CANCELLED' | 'CLOSING'

interface InHand {
  readonly runId: string
  progress: number
  readonly ending: AbortController
  stop: Stop | null
}

/**
 * Runs the queued backtests whose jobs it is handed, one at a time, each in a low-priority process of its own: a run takes nothing from this
 * process, which watches stops. A run that computes too long or takes too much memory is killed and fails with a sentence for its user; a cancelled
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
    try {
      await this.#attempt(inHand)
      this.#ended++
    } finally {
      clearInterval(beating)
      this.#inHand = null
    }
  }

  /** Sees a run to its end. A process that was stopped or died did not end its run: that is done here. */
  async #attempt(inHand: InHand): Promise<void> {
    const { runs, databaseUrl, market, limitMs = LIMIT_MS, limitMb = LIMIT_MB, program = programOfBacktests(), log } = this.#parts
    const { runId, ending } = inHand
    const task: BacktestTask = { databaseUrl, market, runId }
    try {
      await runApart({ program, task, limitMb, limitMs, signal: ending.signal, onProgress: (share) => (inHand.progress = share) })
    } catch (error) {
      if (inHand.stop === 'CANCELLED') return
      if (inHand.stop === 'CLOSING' || error instanceof Interrupted) return runs.giveBack(runId)
      if (error instanceof TooLong) {
        const [dates, isSweep] = [await runs.dates(runId, market), await runs.isSweep(runId)]
        return runs.fail(runId, tooLong(error, limitMs, { progress: inHand.progress, dates, isSweep }))
      }
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

interface Unfinished {
  readonly progress: number
  /** Its days. */
  readonly dates: readonly IsoDate[]
  readonly isSweep: boolean
}

/** Why a run was ended, with the numbers, and which days of it would fit: all take about the same time. */
function tooLong({ by }: TooLong, { cpu, clock }: ApartParts['limitMs'], { progress, dates, isSweep }: Unfinished): string {
  if (by === 'clock')
    return `The backtest did not end within ${clock / MINUTE} minutes and was stopped. Try again when the engine has less to do.`
  const done = Math.floor(progress * 100)
  // A tenth less than what was done: the beginning costs as much whatever the range.
  const fitting = Math.floor(progress * 0.9 * dates.length)
  const fewer = isSweep ? '; or try fewer variants' : ''
  const [last, first] = [dates[fitting - 1], dates.at(-fitting)]
  const advice =
    last !== undefined && first !== undefined
      ? `Of its ${dates.length} days, ${fitting} would fit: up to ${last}, or from ${first} on${fewer}`
      : `Not one of its ${dates.length} days would fit: ${isSweep ? 'try fewer variants' : 'take fewer indicators or longer bars'}`
  return `The backtest had done ${done}% of its work when the ${cpu / SECOND} s of computing time that one may take were used up. ${advice}.`
}

/** The first reason counts. */
function stopIt(inHand: InHand, stop: Stop): void {
  inHand.stop ??= stop
  inHand.ending.abort()
}

/** Run from source, it needs this process's loader. */
function programOfBacktests(): readonly string[] {
  return [...(TYPESCRIPT ? ['--import', '#typescript'] : []), fileURLToPath(PROGRAM)]
}
