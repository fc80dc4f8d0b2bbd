import { Histogram, Registry } from 'prom-client'
import { BrokerError } from '../port.ts'

/** How long calls to the broker took and how they ended, of this process: the part of its metrics that knows brokers. */
export const callMetrics = new Registry()

const durations = new Histogram({
  name: 'sakha_engine_broker_call_duration_seconds',
  help: 'Calls to the broker from when they were sent, by path and how they ended: "ok", or the kind of failure.',
  labelNames: ['call', 'outcome'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [callMetrics],
})

/** Measures one call by the last part of its path; passes on what it comes to. */
export async function measured<T>(path: string, call: () => Promise<T>): Promise<T> {
  const begunAt = performance.now()
  let outcome = 'unreachable'
  try {
    const answer = await call()
    outcome = 'ok'
    return answer
  } catch (error) {
    if (error instanceof BrokerError) outcome = error.kind
    throw error
  } finally {
    durations.observe({ call: path.slice(path.lastIndexOf('/') + 1), outcome }, (performance.now() - begunAt) / 1_000)
  }
}
