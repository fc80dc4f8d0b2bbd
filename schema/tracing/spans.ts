/** What is reported of finished work: words of the schema and ids, never what a client writes nor personal data. */
export interface Span {
  readonly name: string
  /** The request that it was done for: its id is the trace's. */
  readonly requestId: string
  /** The request itself, work that follows it in its process, or work that it causes by the bus. */
  readonly kind: 'request' | 'part' | 'caused'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed?: boolean
}

/** Records a span that has begun with beginSpan() and ends now. May be called for several that began together. */
export type EndSpan = (span: Span) => void

/** Where spans go. */
export interface SpanSink {
  begin(msAgo: number): EndSpan
  /** How many were lost since the start. */
  readonly dropped: number
}

let sink: SpanSink | null = null

/** Has this process record its spans there from now on; null: nowhere. */
export function sendSpansTo(next: SpanSink | null): void {
  sink = next
}

/** The beginning of a span, `msAgo` milliseconds before now; null while traces are off. */
export function beginSpan(msAgo = 0): EndSpan | null {
  return sink && sink.begin(msAgo)
}

/** How many spans this process has lost, because the collector does not keep up or does not answer. */
export function droppedSpans(): number {
  return sink?.dropped ?? 0
}
