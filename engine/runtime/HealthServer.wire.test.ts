import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { HealthServer, type Readiness } from './HealthServer.ts'

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
