import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { cameFromOutside, mayReadMetrics } from '../../schema/metricsHost.ts'
import { Metrics } from './Metrics.ts'

const LOOPBACK = '127.0.0.1'
const EVERYWHERE = ['0.0.0.0', '::']

/** What the engine needs to trade, and whether it has it. */
export interface Readiness {
  readonly database: boolean
  readonly broker: boolean
  /** The feed ticks, or the market is closed and there is nothing to tick. */
  readonly feed: boolean
  /** Why it has not what it needs, in sentences. */
  readonly why?: readonly string[]
  /** What is not as it should be while the engine trades, in sentences. */
  readonly degraded?: readonly string[]
}

/** Called at every request. */
type ReadinessNow = () => Readiness

/**
 * Answers on 127.0.0.1: /livez (200 while the process lives), /readyz (200, or 503 naming what is missing and why; what is degraded with its
 * reasons), /metrics (in Prometheus' text format). Of these only /metrics is for other machines, on the address of METRICS_HOST.
 */
export class HealthServer {
  readonly metrics = new Metrics()
  readonly #servers: Server[] = []
  #readiness: ReadinessNow = () => ({ database: false, broker: false, feed: false })

  /** From now on /readyz answers by this; before, nothing is ready. */
  report(readiness: ReadinessNow): void {
    this.#readiness = readiness
  }

  /** As /readyz has it. */
  get readiness(): Readiness {
    return this.#readiness()
  }

  /** `metricsHost`: METRICS_HOST. Resolves with the port; rejects with one clear sentence when the port is taken. */
  async listen(port: number, metricsHost = LOOPBACK): Promise<number> {
    // Whoever listens on every address has loopback among them.
    const first = EVERYWHERE.includes(metricsHost) ? metricsHost : LOOPBACK
    const taken = await this.#listenOn(port, first)
    if (metricsHost !== first) await this.#listenOn(taken, metricsHost)
    return taken
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.closeAllConnections()
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }

  async #listenOn(port: number, host: string): Promise<number> {
    const server = createServer(this.#answer)
    this.#servers.push(server)
    server.listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        throw new Error(`Port ${port} is already in use: set ENGINE_PORT to a free one.`, { cause: error })
      if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')
        throw new Error(`${host} is no address of this machine: set METRICS_HOST to one, or leave it out.`, { cause: error })
      throw error
    }
    return (server.address() as AddressInfo).port
  }

  readonly #answer: RequestListener = (request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const json = (status: number, body: object) => answer(status, 'application/json', JSON.stringify(body))
    const { localAddress } = request.socket
    const outside = cameFromOutside(localAddress)
    if (!mayReadMetrics(localAddress, request.headers.host)) json(421, { error: 'served as 127.0.0.1 and localhost only' })
    else if (request.url === '/metrics')
      this.metrics.print().then(
        (text) => answer(200, Registry.PROMETHEUS_CONTENT_TYPE, text),
        (error: unknown) => json(500, { error: String(error) }),
      )
    else if (outside) json(404, { error: 'known path: /metrics' })
    else if (request.url === '/livez') json(200, { live: true })
    else if (request.url === '/readyz') {
      const { why = [], degraded = [], ...parts } = this.#readiness()
      const ready = parts.database && parts.broker && parts.feed
      json(ready ? 200 : 503, { ready, ...parts, ...(!ready && why.length > 0 && { why }), ...(degraded.length > 0 && { degraded }) })
    } else json(404, { error: 'known paths: /livez, /readyz, /metrics' })
  }
}
