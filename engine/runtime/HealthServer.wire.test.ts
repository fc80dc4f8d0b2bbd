import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { HealthServer, type Readiness } from './HealthServer.ts'

/** Of this machine besides loopback; undefined: it has no other. */
const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

let server: HealthServer | null = null
afterEach(async () => server?.close())

async function start(readiness: Readiness): Promise<string> {
  server = new HealthServer()
  server.report(() => readiness)
  return `http://127.0.0.1:${await server.listen(0)}`
}

describe('the health server', () => {
  it('is live and not ready before the engine reports', async () => {
    server = new HealthServer()
    const url = `http://127.0.0.1:${await server.listen(0)}`
    expect([(await fetch(`${url}/livez`)).status, (await fetch(`${url}/readyz`)).status]).toEqual([200, 503])
  })

  it('is ready only when database, broker and feed are, and says which is not', async () => {
    const readiness = { database: true, broker: true, feed: true }
    const url = await start(readiness)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    readiness.feed = false
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ ready: false, database: true, broker: true, feed: false })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
  })

  it('says why what is missing is missing, and nothing of it once all is there', async () => {
    const readiness = { database: false, broker: true, feed: true, why: ['the database takes no more connections'] }
    const url = await start(readiness)
    const read = async () => (await fetch(`${url}/readyz`)).json()
    expect(await read()).toEqual({ ready: false, ...readiness })
    readiness.database = true
    expect(await read()).toEqual({ ready: true, database: true, broker: true, feed: true })
  })

  it.runIf(OWN_ADDRESS !== undefined).each([
    ['every address', '0.0.0.0'],
    ['an address of the network', OWN_ADDRESS ?? ''],
  ])('with METRICS_HOST as %s other machines read the metrics by any name, and nothing else', async (_what, metricsHost) => {
    server = new HealthServer()
    server.report(() => ({ database: true, broker: true, feed: true }))
    const port = await server.listen(0, metricsHost)
    const statusAt = async (address: string, path: string, host: string) => {
      const [response] = (await once(get(`http://${address}:${port}${path}`, { headers: { host } }), 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    const outside = OWN_ADDRESS ?? ''
    expect(await statusAt(outside, '/metrics', `engine:${port}`)).toBe(200)
    for (const path of ['/livez', '/readyz', '/']) expect(await statusAt(outside, path, outside)).toBe(404)
    // A page can be led to this machine's loopback address only.
    expect(await statusAt('127.0.0.1', '/readyz', 'localhost')).toBe(200)
    expect(await statusAt('127.0.0.1', '/metrics', 'evil.example')).toBe(421)
  })

  it.runIf(OWN_ADDRESS !== undefined)('without METRICS_HOST other machines reach nothing', async () => {
    const url = new URL(await start({ database: true, broker: true, feed: true }))
    await expect(fetch(`http://${OWN_ADDRESS}:${url.port}/metrics`)).rejects.toThrow()
  })

  it('names the setting when its address is none of this machine', async () => {
    server = new HealthServer()
    await expect(server.listen(0, '203.0.113.7')).rejects.toThrow('203.0.113.7 is no address of this machine: set METRICS_HOST')
  })

  it('is ready while something is degraded, and says what', async () => {
    const url = await start({ database: true, broker: true, feed: true, degraded: ['of a test'] })
    const response = await fetch(`${url}/readyz`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { ready: true, database: true, broker: true, feed: true, degraded: ['of a test'] },
    ])
  })

  it('prints numbers as they are now, with their kind and unit, beside those of the process, and knows no other path', async () => {
    const url = await start({ database: true, broker: true, feed: true })
    let ticks = 7
    server?.metrics.counter('ticks_total', 'Ticks.', () => ticks)
    server?.metrics.gauge('trades_open', 'Trades.', () => 2)
    server?.metrics.counters('ticks_dropped_total', 'Ticks.', 'reason', () => ({ late: 3, price: ticks }))
    const read = async () => {
      const answer = await fetch(`${url}/metrics`)
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      return (await answer.text()).split('\n')
    }
    expect(await read()).toEqual(
      expect.arrayContaining([
        ...['# TYPE sakha_engine_ticks_total counter', 'sakha_engine_ticks_total 7', '# TYPE sakha_engine_trades_open gauge'],
        ...['sakha_engine_trades_open 2', 'sakha_engine_ticks_dropped_total{reason="late"} 3'],
        ...[expect.stringMatching(/^process_resident_memory_bytes \d+$/), expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds /)],
      ]),
    )
    ticks = 8
    expect(await read()).toEqual(
      expect.arrayContaining(['sakha_engine_ticks_total 8', 'sakha_engine_ticks_dropped_total{reason="price"} 8']),
    )
    expect((await fetch(`${url}/orders`)).status).toBe(404)
  })

  it('answers to the names of this machine alone: a page that was led here by its own name reads nothing', async () => {
    const url = await start({ database: true, broker: true, feed: true })
    const statusAs = async (path: string, host: string) => {
      const [response] = (await once(get(url + path, { headers: { host } }), 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    for (const path of ['/livez', '/readyz', '/metrics', '/nothing'])
      for (const host of ['evil.example:4100', 'localhost.evil.example', '10.0.0.1']) expect(await statusAs(path, host), host).toBe(421)
    for (const host of ['localhost', '127.0.0.1:4100', '[::1]:4100']) expect(await statusAs('/metrics', host), host).toBe(200)
  })

  it('names the setting when its port is taken', async () => {
    const url = await start({ database: true, broker: true, feed: true })
    const port = Number(new URL(url).port)
    const second = new HealthServer()
    await expect(second.listen(port)).rejects.toThrow(`Port ${port} is already in use: set ENGINE_PORT to a free one.`)
  })
})
