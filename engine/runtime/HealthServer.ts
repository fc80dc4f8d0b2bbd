import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the engine needs to trade, and whether it has it. */
export interface Readiness {
  readonly database: boolean
  readonly broker: boolean
  /** The feed ticks, or the market is closed and there is nothing to tick. */
  readonly feed: boolean
}

/** What the server reports; asked at every request. */
export interface Report {
  readonly readiness: () => Readiness
  /** Numbers by name. */
  readonly metrics: () => Readonly<Record<string, number>>
}

const STARTING: Report = { readiness: () => ({ database: false, broker: false, feed: false }), metrics: () => ({}) }

/** Answers on 127.0.0.1: /livez (200 while the process lives), /readyz (200, or 503 naming what is missing), /metrics (one number a line). */
export class HealthServer {
  readonly #server: Server
  #report = STARTING

  constructor() {
    this.#server = createServer((request, response) => {
      const { readiness, metrics } = this.#report
      const answer = (status: number, type: string, body: string) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      if (request.url === '/livez') answer(200, 'application/json', JSON.stringify({ live: true }))
      else if (request.url === '/readyz') {
        const parts = readiness()
        const ready = parts.database && parts.broker && parts.feed
        answer(ready ? 200 : 503, 'application/json', JSON.stringify({ ready, ...parts }))
      } else if (request.url === '/metrics') {
        const lines = Object.entries(metrics()).map(([name, value]) => `sakha_engine_${name} ${value}\n`)
        answer(200, 'text/plain; version=0.0.4', lines.join(''))
      } else answer(404, 'application/json', JSON.stringify({ error: 'known paths: /livez, /readyz, /metrics' }))
    })
  }

  /** From now on the answers come from here; before, nothing is ready. */
  report(report: Report): void {
    this.#report = report
  }

  /** Resolves with the port; rejects with one clear sentence when the port is taken. */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    try {
      await once(this.#server, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        throw new Error(`Port ${port} is already in use: set ENGINE_PORT to a free one.`, { cause: error })
      throw error
    }
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
