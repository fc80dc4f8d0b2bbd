import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { TracedProcess } from './TracedProcess.ts'

/** Spans that wait at most; further ones are lost. */
const CAPACITY = 2_048
const BATCH = 512
const BEAT_MS = 2_000
/** For the collector to answer; twice as long is less than what the shutdown of a process waits for. */
export const EXPORT_MS = 2_000

/** Spans on their way to a collector: a bounded number of them, in batches, one at a time. What the collector does not take is lost and counted. */
export class SpanQueue implements SpanProcessor {
  readonly #exporter: SpanExporter
  readonly #log: TracedProcess['log']
  readonly #timer: NodeJS.Timeout
  #waiting: ReadableSpan[] = []
  #sending: Promise<void> | null = null
  #failing = false
  #dropped = 0

  constructor(exporter: SpanExporter, log: TracedProcess['log']) {
    this.#exporter = exporter
    this.#log = log
    this.#timer = setInterval(() => void this.forceFlush(), BEAT_MS)
    this.#timer.unref()
  }

  /** How many were lost. */
  get dropped(): number {
    return this.#dropped
  }

  onStart(): void {
    // Only what has ended is sent.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting.length >= CAPACITY) {
      this.#dropped++
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= BATCH) void this.forceFlush()
  }

  /** Sends what waits, until nothing does or the collector fails; while that is under way, it counts. Never rejects. */
  forceFlush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => (this.#sending = null))
    return this.#sending
  }

  /** Sends what waits, or gives it up where the collector does not take it. */
  async shutdown(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending
    await this.forceFlush()
    this.#dropped += this.#waiting.splice(0).length
    await this.#exporter.shutdown()
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      const error = await new Promise<Error | null>((resolve) => {
        // Whatever fails has an error.
        this.#exporter.export(batch, ({ error: reason }) => resolve(reason ?? null))
      })
      if (error) {
        this.#dropped += batch.length
        if (!this.#failing) this.#log.warn({ err: error }, 'the collector does not take traces: they are lost until it does')
        this.#failing = true
        return
      }
      if (this.#failing) this.#log.warn({}, 'the collector takes traces again')
      this.#failing = false
    }
  }
}
