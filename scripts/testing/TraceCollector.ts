import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const value = z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.number() })])
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((all) => Object.fromEntries(all.map(({ key, value: of }) => [key, 'intValue' in of ? of.intValue : of.stringValue])))
const span = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string(), kind: z.number(), attributes },
  ...{ startTimeUnixNano: z.coerce.bigint(), endTimeUnixNano: z.coerce.bigint(), status: z.object({ code: z.number() }) },
})
/** What OTLP's JSON has of it. */
const request = z.object({
  resourceSpans: z.array(
    z
      .object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) })
      .transform(({ resource, scopeSpans }) => ({
        service: resource.attributes['service.name'],
        spans: scopeSpans.flatMap(({ spans }) => spans),
      })),
  ),
})

export type CollectedSpan = z.infer<typeof span> & { readonly service: string | number | undefined }

/** A collector of traces that speaks OTLP over HTTP. For tests only. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = []
  /** Bodies as they came. */
  readonly bodies: string[] = []
  /** What it answers; null: nothing, ever. */
  status: number | null = 200
  readonly #server: Server

  constructor() {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        if (this.status === 200 && incoming.url === '/v1/traces') this.#take(Buffer.concat(chunks).toString())
        if (this.status !== null) response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  /** Resolves with its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #take(body: string): void {
    this.bodies.push(body)
    for (const { service, spans } of request.parse(JSON.parse(body)).resourceSpans)
      this.spans.push(...spans.map((of) => ({ ...of, service })))
  }
}
