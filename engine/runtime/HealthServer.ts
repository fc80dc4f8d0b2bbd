import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { ownHosts } from '../../schema/ownHosts.ts'
import { Metrics } from './Metrics.ts'

const LOOPBACK = '127.0.0.1'
const isOwnHost = ownHosts(LOOPBACK)

/** What the engine needs to trade, and whether it has it. */
export interface Readiness {
  readonly database: boolean
  readonly broker: boolean
  /** The feed ticks, or the market is closed and there is nothing to tick. */
  readonly feed: boolean
  /** What is not as it should be while the engine trades, in sentences. */
  readonly degraded?: readonly string[]
}

/** Called at every request. */
type ReadinessNow = () => Readiness

/** Answers on 127.0.0.1: /livez (200 while the process lives), /readyz (200, or 503 naming what is missing; what is degraded with its reasons), /metrics (in Prometheus' text format). */
export class HealthServer {
  readonly metrics = new Metrics()
  readonly #server: Server
  #readiness: ReadinessNow = () => ({ database: false, broker: false, feed: false })

  constructor() {
    this.#server = createServer((request, response) => {
      const answer = (status: number, type: string, body: string) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      if (!isOwnHost(request.headers.host))
        answer(421, 'application/json', JSON.stringify({ error: 'served as 127.0.0.1 and localhost only' }))
      else if (request.url === '/livez') answer(200, 'application/json', JSON.stringify({ live: true }))
      else if (request.url === '/readyz') {
        const { degraded = [], ...parts } = this.#readiness()
        const ready = parts.database && parts.broker && parts.feed
        answer(ready ? 200 : 503, 'application/json', JSON.stringify({ ready, ...parts, ...(degraded.length > 0 && { degraded }) }))
      } else if (request.url === '/metrics') {
        this.metrics.print().then(
          (text) => answer(200, Registry.PROMETHEUS_CONTENT_TYPE, text),
          (error: unknown) => answer(500, 'application/json', JSON.stringify({ error: String(error) })),
        )
      } else answer(404, 'application/json', JSON.stringify({ error: 'known paths: /livez, /readyz, /metrics' }))
    })
  }

  /** From now on /readyz answers by this; before, nothing is ready. */
  report(readiness: ReadinessNow): void {
    this.#readiness = readiness
  }

  /** As /readyz has it. */
  get readiness(): Readiness {
    return this.#readiness()
  }

  /** Resolves with the port; rejects with one clear sentence when the port is taken. */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, LOOPBACK)
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
