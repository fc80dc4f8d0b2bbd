import { afterEach, describe, expect, it } from 'vitest'
import { HealthServer, type Readiness } from './HealthServer.ts'

let server: HealthServer | null = null
afterEach(async () => server?.close())

async function start(readiness: Readiness): Promise<string> {
  server = new HealthServer()
  server.report({ readiness: () => readiness, metrics: () => ({ ticks: 7, candles: 2 }) })
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

  it('prints its numbers one a line, and knows no other path', async () => {
    const url = await start({ database: true, broker: true, feed: true })
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('sakha_engine_ticks 7\nsakha_engine_candles 2\n')
    expect((await fetch(`${url}/orders`)).status).toBe(404)
  })

  it('names the setting when its port is taken', async () => {
    const url = await start({ database: true, broker: true, feed: true })
    const port = Number(new URL(url).port)
    const second = new HealthServer()
    await expect(second.listen(port)).rejects.toThrow(`Port ${port} is already in use: set ENGINE_PORT to a free one.`)
  })
})
