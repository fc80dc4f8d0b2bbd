import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loggedErrors } from '../../schema/loggedErrors.ts'
import { SAMPLE_MS, type NodeKind } from '../../schema/systemKinds.ts'
import { VERSION } from '../../schema/version.ts'
import type { Database } from '../client.ts'

const RESOLUTION_MS = 20
const NANOSECONDS = 1_000_000
const MEGABYTE = 1_048_576

export interface NodeSamplerParts {
  readonly db: Database
  /** As long as this process runs. */
  readonly nodeId: string
  readonly kind: NodeKind
  /** The share of their time, 0 to 1, in which threads had work since the last call; null: there are none. */
  readonly workerLoad: () => number | null
  readonly log: { warn(details: object, message: string): void }
}

/** Measures this process every ten seconds and stores it, until it is stopped. What cannot be stored is left out. */
export class NodeSampler {
  readonly #parts: NodeSamplerParts
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1_000)
  #errors = loggedErrors()
  #timer: NodeJS.Timeout | undefined
  #sampling: Promise<void> | null = null
  #failing = false

  constructor(parts: NodeSamplerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#delay.enable()
    this.#timer = setInterval(() => void this.sample(), SAMPLE_MS)
    void this.sample()
  }

  /** Measures now; while that is under way, it counts. Never rejects. */
  sample(): Promise<void> {
    this.#sampling ??= this.#save().finally(() => (this.#sampling = null))
    return this.#sampling
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#delay.disable()
    await this.#sampling
  }

  async #save(): Promise<void> {
    const { db, nodeId, kind, workerLoad, log } = this.#parts
    // A timer is never early: what it was meant to wait is no delay.
    const loopDelayMs = this.#delay.count > 0 ? Math.max(0, this.#delay.percentile(99) / NANOSECONDS - RESOLUTION_MS) : 0
    this.#delay.reset()
    const errors = loggedErrors() - this.#errors
    const measured = { loopDelayMs, memoryMb: Math.round(process.memoryUsage.rss() / MEGABYTE), workerLoad: workerLoad(), errors }
    const of = { nodeId, kind, version: VERSION, runtime: process.version, startedAt: this.#startedAt }
    try {
      await db.nodeSample.create({ data: { ...of, ...measured, at: new Date() } })
      this.#errors += errors
      this.#failing = false
    } catch (error) {
      if (!this.#failing) log.warn({ err: error }, 'what this process measured of itself could not be stored')
      this.#failing = true
    }
  }
}
