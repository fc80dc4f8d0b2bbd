import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace-base'
import { VERSION } from '../version.ts'
import type { TracedProcess } from './TracedProcess.ts'
import { sendSpansTo, type EndSpan, type Span } from './spans.ts'
import { EXPORT_MS, SpanQueue } from './SpanQueue.ts'

const KINDS = { request: SpanKind.SERVER, part: SpanKind.INTERNAL, caused: SpanKind.CONSUMER } as const
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Sends this process's spans to a collector until the function it resolves with is called, which sends the last of them first. */
export function exportSpans({ service, endpoint, log }: TracedProcess & { readonly endpoint: string }): () => Promise<void> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const queue = new SpanQueue(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), log)
  const ids = new RequestIds()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': VERSION, 'service.instance.id': String(process.pid) }),
    idGenerator: ids,
    spanProcessors: [queue],
  })
  const tracer = provider.getTracer('sakha', VERSION)
  sendSpansTo({
    begin(msAgo) {
      const startedAt = Date.now() - msAgo
      return (span) => record(tracer, ids, span, startedAt)
    },
    get dropped() {
      return queue.dropped
    },
  })
  return async () => {
    sendSpansTo(null)
    await provider.shutdown()
  }
}

/** The request is the root of its trace, everything else is under it: its span id follows from the trace id, so nothing else travels. */
function record(tracer: Tracer, ids: RequestIds, span: Span, startedAt: number): ReturnType<EndSpan> {
  const { name, requestId, kind, attributes, failed } = span
  if (!UUID.test(requestId)) return
  const traceId = requestId.replaceAll('-', '')
  const root = { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true }
  const isRoot = kind === 'request'
  if (isRoot) ids.next = root
  const begun = tracer.startSpan(
    name,
    { kind: KINDS[kind], startTime: startedAt, attributes: { ...attributes, 'sakha.request.id': requestId } },
    isRoot ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, root),
  )
  if (failed) begun.setStatus({ code: SpanStatusCode.ERROR })
  begun.end()
}

/** Random ids, except a span whose ids are given. */
class RequestIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  /** For the next span only. */
  next: { readonly traceId: string; readonly spanId: string } | null = null

  /** Requested before the trace's id. */
  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }

  generateTraceId(): string {
    const traceId = this.next?.traceId ?? this.#random.generateTraceId()
    this.next = null
    return traceId
  }
}
