import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface TestReceiver {
  readonly url: string
  /** Oldest first. */
  readonly received: readonly Received[]
  /** Its answer from now on; JSON. */
  answer(status: number, body?: object, headers?: http.OutgoingHttpHeaders): void
  /** From now on it accepts requests and never answers. */
  fallSilent(): void
  close(): Promise<void>
}

/** A real HTTP server on a free port that records requests: somebody's webhook, or Telegram. For tests only. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: Received[] = []
  let reply: { status: number; body: object; headers: http.OutgoingHttpHeaders } | null = { status: 200, body: { ok: true }, headers: {} }
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (reply) response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(JSON.stringify(reply.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (status, body = {}, headers = {}) => {
      reply = { status, body, headers }
    },
    fallSilent: () => {
      reply = null
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
