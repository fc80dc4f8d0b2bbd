import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createHttpServer } from './createHttpServer.ts'
import { startTestGateway } from '../../testing/startTestGateway.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function dial(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  if (sent !== '') socket.write(sent)
  return socket
}
const ask = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('a gateway closes though connections have sent nothing, half a head, half a body, or stay open after an answer', async () => {
  const app = await startTestGateway()
  const { port } = app.gateway
  const half = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email'
  const open = await Promise.all(['', 'GET /livez HT', half, ask('/livez')].map((sent) => dial(port, sent)))
  await once(open[3]!, 'data')
  const cut = Promise.all(open.map((socket) => once(socket, 'close')))
  await app.close()
  await cut
})

test('a request under way is answered before the server is closed, and one that comes meanwhile is asked to come back', async () => {
  const app = await createHttpServer(pino({ level: 'silent' }), new Registry(), {
    trustedProxies: 0,
    allowedOrigins: [],
    isOwnHost: () => true,
  })
  let answer!: () => void
  const answering = new Promise<void>((resolve) => (answer = resolve))
  let begun!: () => void
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  app.get('/slow', async () => {
    begun()
    await answering
    return { done: true }
  })
  app.get('/quick', async () => ({ done: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const [slow, late] = await Promise.all([dial(port, ask('/slow')), dial(port, ask('/quick'))])
  const slowAnswer = text(slow)
  await Promise.all([hasBegun, once(late, 'data')])
  const closed = app.close()
  await new Promise((resolve) => setImmediate(resolve))
  late.write(ask('/quick'))
  const [refusal] = (await once(late, 'data')) as [Buffer]
  expect(String(refusal)).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n[\s\S]*"code":"UNAVAILABLE","requestId":"[0-9a-f-]{36}"/)
  answer()
  await closed
  expect(await slowAnswer).toContain('{"done":true}')
})
