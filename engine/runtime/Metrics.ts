import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Memory, CPU, garbage collection and the event loop's lag, which a process has once however many engines run in it. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** The engine's metrics for Prometheus, beside its process's own. Each is collected on scrape. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #others: Registry[] = []

  /** What there is now. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      ...{ name: `sakha_engine_${name}`, help, registers: [this.#registry] },
      collect() {
        this.set(read())
      },
    })
  }

  /** What this process is, by labels; its value is 1. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    new Gauge({ name: `sakha_${name}`, help, labelNames: Object.keys(labels), registers: [this.#registry] }).set(labels, 1)
  }

  /** A gauge for each value of a label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Gauge({
      ...{ name: `sakha_engine_${name}`, help, labelNames: [label], registers: [this.#registry] },
      collect() {
        for (const [value, now] of Object.entries(read())) this.set({ [label]: value }, now)
      },
    })
  }

  /** What has happened since the start; its name ends in `_total`. */
  counter(name: string, help: string, read: () => number): void {
    new Counter({
      ...{ name: `sakha_engine_${name}`, help, registers: [this.#registry] },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  /** A counter for each value of a label. */
  counters(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Counter({
      ...{ name: `sakha_engine_${name}`, help, labelNames: [label], registers: [this.#registry] },
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      },
    })
  }

  /** A counter for each pair of labels. */
  countersOf<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => readonly { readonly labels: Readonly<Record<Label, string>>; readonly value: number }[],
  ): void {
    new Counter({
      ...{ name: `sakha_engine_${name}`, help, labelNames: [...labelNames], registers: [this.#registry] },
      collect() {
        this.reset()
        for (const { labels, value } of read()) this.inc(labels, value)
      },
    })
  }

  /** Counts what is observed by its size; the name ends in its unit. Returns what to call with a label's value and a size. */
  histogram(name: string, help: string, label: string, buckets: readonly number[]): (value: string, size: number) => void {
    const histogram = new Histogram({
      ...{ name: `sakha_engine_${name}`, help, labelNames: [label], buckets: [...buckets], registers: [this.#registry] },
    })
    return (value, size) => histogram.observe({ [label]: value }, size)
  }

  /** Prints those of a part of the engine that registers its own. */
  include(registry: Registry): void {
    this.#others.push(registry)
  }

  /** All of them in Prometheus' text format. */
  print(): Promise<string> {
    return Registry.merge([this.#registry, ...this.#others, ofProcess]).metrics()
  }
}
