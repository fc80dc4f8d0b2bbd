import { droppedSpans } from '../../schema/tracing/spans.ts'
import { VERSION } from '../../schema/version.ts'
import type { HealthServer } from '../runtime/HealthServer.ts'
import { knownSchema } from '../store/readSchemaMismatch.ts'

/** Names the metrics of the engine as a whole; those of a part are named by the part. */
export function processMetrics(health: Pick<HealthServer, 'metrics' | 'readiness'>): void {
  const { metrics } = health
  metrics.info('build_info', 'What runs, by its labels; 1.', { version: VERSION, schema: knownSchema() })
  metrics.gauges('ready', 'Whether the engine has what it needs, by part, as /readyz says.', 'part', () => {
    const { database, broker, feed } = health.readiness
    return { database: Number(database), broker: Number(broker), feed: Number(feed) }
  })
  metrics.counter('spans_dropped_total', 'Spans of traces that the collector did not take.', droppedSpans)
}
