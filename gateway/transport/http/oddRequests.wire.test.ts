import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

let app: TestGateway
let metrics: string
beforeAll(async () => {
  app = await startTestGateway({ metricsPort: 0 })
  metrics = `http://127.0.0.1:${app.gateway.metricsPort}`
})
afterAll(() => app.close())

interface Answered {
  readonly status: number
  readonly type: string
  readonly body: string
}
/** Sends a request letter by letter: no client tidies it up. */
async function send(to: string, head: string, body = ''): Promise<Answered> {
  const socket = connect(Number(new URL(to).port), '127.0.0.1')
  await once(socket, 'connect')
  const answer = text(socket)
  const ending = head.includes('\r\nConnection:') ? '' : '\r\nConnection: close'
  socket.write(`${head}${ending}\r\n\r\n${body}`)
  const [start = '', ...rest] = (await answer).split('\r\n\r\n')
  return {
    status: Number(start.split(' ')[1]),
    type: /^content-type: (.*)$/im.exec(start)?.[1] ?? '',
    body: rest.join('\r\n\r\n'),
  }
}

const FOREIGN = [
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example',
  '127.0.0.1@evil.example',
  '10.0.0.1',
  'sakha.test.evil.example',
]
const OWN = ['127.0.0.1', 'localhost:1', '[::1]:4000', 'sakha.test', 'SAKHA.test:443']

describe('a host that is not this server (DNS rebinding)', () => {
  test.each(FOREIGN)('%s is refused on every path, with 421', async (host) => {
    for (const path of ['/livez', '/readyz', '/', '/api/account', '/api/docs/', '/api/openapi.json', '/downloads?ticket=x', '/nothing']) {
      const { status, body } = await send(app.url, `GET ${path} HTTP/1.1\r\nHost: ${host}`)
      expect([path, status]).toEqual([path, 421])
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'MISDIRECTED' })
    }
    const length = 'Content-Type: application/json\r\nContent-Length: 25'
    const asked = await send(app.url, `POST /graphql HTTP/1.1\r\nHost: ${host}\r\n${length}`, '{"query":"{ __typename }"}')
    expect([asked.status, JSON.parse(asked.body)]).toMatchObject([421, { errors: [{ extensions: { code: 'MISDIRECTED' } }] }])
    expect((await send(metrics, `GET /metrics HTTP/1.1\r\nHost: ${host}`)).status).toBe(421)
  })

  test('opens no socket, though its page has the very origin that it asks for', async () => {
    const options = { origin: 'http://evil.example:4000', headers: { host: 'evil.example:4000' } }
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options)
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('421')
  })

  test.each(OWN)('does not hide the server behind its own names: %s', async (host) => {
    expect((await send(app.url, `GET /livez HTTP/1.1\r\nHost: ${host}`)).status).toBe(200)
  })

  test('a gateway that listens on every address is every address, and no other name', async () => {
    const open = await startTestGateway({ databaseUrl: app.databaseUrl, host: '0.0.0.0' })
    const statuses = ['192.0.2.7:4000', 'sakha.test', 'evil.example'].map((host) =>
      send(`http://127.0.0.1:${open.gateway.port}`, `GET /livez HTTP/1.1\r\nHost: ${host}`).then(({ status }) => status),
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 421])
    await open.close()
  })
})

describe('an upgrade', () => {
  test.each(['h2c', 'h2c, foo/1', 'TLS/1.0', 'tea'])('to %s is passed over: the request is answered, its body read', async (protocol) => {
    const upgrade = `Host: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA`
    expect(await send(app.url, `GET /livez HTTP/1.1\r\n${upgrade}`)).toMatchObject({ status: 200, body: '{"live":true}' })
    const body = '{"query":"{ __typename }"}'
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}`
    const answer = await send(app.url, `POST /graphql HTTP/1.1\r\n${upgrade}\r\n${length}`, body)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { data: { __typename: 'Query' } }])
  })

  test('to a socket is refused anywhere but at /graphql, in any spelling of the protocol', async () => {
    for (const protocol of ['websocket', 'WebSocket', 'h2c, websocket'])
      for (const path of ['/', '/livez', '/api/account', '/graphql/']) {
        const { status } = await send(app.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}`)
        expect([protocol, path, status]).toEqual([protocol, path, 404])
      }
  })
})

const ODD_PATHS = [
  ...['/api//x', '//api/x', '/api//', '/api//trades', '/api/trades//', '/api/trades/', '/api/', '/api/./x', '/api/../x', '/api/%2e%2e'],
  ...['/api/%2e/x', '/api/..%2f..%2fetc/passwd', '/api/x%2fy', '/api%2fx', '/API/trades', '/api\\x', '/api/%00'],
  ...['/api/%ff', '/api;x', '/GraphQL', '/graphql', '/graphql/', '/graphql//', '//graphql', '/downloads/', '/downloads//x', '/livez/'],
  ...[
    '//livez',
    '/assets//x',
    '/assets/%00',
    '/assets/',
    '//assets/x',
    '/x//y',
    '/x//y.js',
    '/./',
    '/..',
    '//',
    '/%2e%2e/',
    '/%00',
    '/a%00b',
  ],
  ...['/..%5c..%5cetc', '/x%5cy', '/\\x', '/profile//', '/profile/', '/.env', '/a/.env', '/index.html/', '/%2findex.html', '/%ff', '*'],
  ...[
    '/api/docs//x',
    '/api/docs/../../x',
    '/api/docs/static//x',
    '/api/docs/static/%2e%2e/x',
    '/api/docs/static/%00',
    '/api/docs/static/.x',
  ],
]

describe('item 53: a path that nothing has is 404, however it is written', () => {
  test.each(ODD_PATHS)('%s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      if (method === 'POST' && path === '/graphql') continue
      const { status, type, body } = await send(app.url, `${method} ${path} HTTP/1.1\r\nHost: localhost`)
      expect([method, status]).toEqual([method, 404])
      expect(type).toBe('application/json; charset=utf-8')
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ success: false, status: false, data: null, code: 'NOT_FOUND' })
    }
  })
})
