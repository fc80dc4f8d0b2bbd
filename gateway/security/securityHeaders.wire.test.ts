import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
/** Of every answer, whatever was asked. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
}
const NOWHERE = ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']

let app: TestGateway
let token: string
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'sakha-web-'))
  await mkdir(path.join(webRoot, 'assets'))
  for (const page of ['index.html', 'playground.html'])
    await writeFile(path.join(webRoot, page), '<!doctype html><script nonce="__CSP_NONCE__">start()</script>')
  await writeFile(path.join(webRoot, 'assets', 'main-abc123.js'), 'start()')
  app = await startTestGateway({ webRoot })
  token = (await app.user('Asha')).token
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

/** Sends a request and expects of its answer what holds for every one. */
async function checked(target: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(app.url + target, init)
  await response.arrayBuffer()
  const what = `${init.method ?? 'GET'} ${target}`
  expect(Object.fromEntries(response.headers), what).toMatchObject(EVERYWHERE)
  for (const header of NOWHERE) expect(response.headers.get(header), `${header} of ${what}`).toBeNull()
  return response
}

test('item 39: every route of the API carries the protective headers, and no-store, to strangers and to the signed-in', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([route, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), route]))
  expect(routes.length).toBeGreaterThan(40)
  for (const [method = '', route = ''] of routes) {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const { headers: answered } = await checked(route.replace(/\{\w+\}/, 'no-id'), { method, headers })
      expect(answered.get('cache-control'), `${method} ${route}`).toBe('no-store')
      expect(answered.get('content-security-policy'), `${method} ${route}`).toBe(NO_PAGE)
    }
  }
})

const json = { 'content-type': 'application/json' }
test.each<readonly [string, string, RequestInit, number]>([
  ['an unknown path', '/api/nothing', {}, 404],
  ['an address that cannot be decoded', '/api/strategy/run/%zz', { headers: {} }, 401],
  ['an id of a thousand characters', `/api/strategy/run/${'x'.repeat(1_000)}`, {}, 401],
  ['a body that is no JSON', '/api/auth/login', { method: 'POST', headers: json, body: '{' }, 400],
  ['a body that is too large', '/api/auth/login', { method: 'POST', headers: json, body: `"${'x'.repeat(102_400)}"` }, 413],
  ['a body of another type', '/api/auth/login', { method: 'POST', body: 'a=b' }, 415],
  ['a GraphQL query', '/graphql', { method: 'POST', headers: json, body: '{"query":"{ __typename }"}' }, 200],
  ['a faulty GraphQL query', '/graphql', { method: 'POST', headers: json, body: '{"query":"{"}' }, 400],
  ['GraphQL by GET', '/graphql?query={__typename}', {}, 404],
  ['the health', '/livez', {}, 200],
  ['the readiness', '/readyz', {}, 503],
  ['the screens', '/dashboard', {}, 200],
  ['a file of the web', '/assets/main-abc123.js', {}, 200],
  ['a file that is not there', '/assets/gone.js', {}, 404],
  ['the page of the documentation', '/api/docs/', {}, 200],
])('item 39: %s carries the protective headers', async (_what, target, init, status) => {
  expect((await checked(target, init)).status).toBe(status)
})

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
test.each([
  ['what is no HTTP request', 'garbage\r\n\r\n', '400 Bad Request', 'BAD_USER_INPUT'],
  ['too large an address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, '431 Request Header Fields Too Large', 'BAD_USER_INPUT'],
  ['a request without a host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'BAD_USER_INPUT'],
  [
    'a request that expects more than to continue',
    'GET /livez HTTP/1.1\r\nHost: sakha.test\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    '417 Expectation Failed',
    'BAD_USER_INPUT',
  ],
  ['a socket at another address', `GET /api HTTP/1.1\r\nHost: sakha.test\r\n${UPGRADE}\r\n`, '404 Not Found', 'NOT_FOUND'],
  [
    'a socket for a foreign page',
    `GET /graphql HTTP/1.1\r\nHost: sakha.test\r\nOrigin: https://evil.example\r\n${UPGRADE}\r\n`,
    '401 Unauthorized',
    'FORBIDDEN',
  ],
  [
    'a host that is not ours',
    'GET /livez HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    '421 Misdirected Request',
    'MISDIRECTED',
  ],
  [
    'a socket to a host that is not ours',
    `GET /graphql HTTP/1.1\r\nHost: evil.example\r\n${UPGRADE}\r\n`,
    '421 Misdirected Request',
    'MISDIRECTED',
  ],
  [
    'a socket of an old version',
    `GET /graphql HTTP/1.1\r\nHost: sakha.test\r\n${UPGRADE.replace('13', '7')}\r\n`,
    '400 Bad Request',
    'BAD_USER_INPUT',
  ],
])(
  'item 39: %s is answered in the envelope, with the headers of every answer, and the connection is over',
  async (_what, sent, status, code) => {
    const socket = connect(app.gateway.port, '127.0.0.1')
    await once(socket, 'connect')
    const answer = text(socket)
    socket.write(sent)
    const [head = '', body = ''] = (await answer).split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toBe(`HTTP/1.1 ${status}`)
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]))
    const { code: told, requestId } = JSON.parse(body) as { code: string; requestId: string }
    expect(told).toBe(code)
    // Whatever the routes set, helmet's own headers among it.
    const { headers: routes } = await checked('/api/nothing')
    const ofTheAnswer = ['content-length', 'date', 'keep-alive', 'connection', 'vary', 'transfer-encoding']
    for (const [name, value] of routes)
      if (!ofTheAnswer.includes(name)) expect(headers.get(name), name).toBe(name === 'x-request-id' ? requestId : value)
    for (const header of NOWHERE) expect(headers.get(header), header).toBeNull()
  },
)

/** The content policy of a page, whatever its nonce. */
async function policyOf(page: string): Promise<string | undefined> {
  return (await fetch(app.url + page)).headers.get('content-security-policy')?.replaceAll(/'nonce-[\w+/=]{24}'/g, 'NONCE')
}

test('items 40, 42: the policy of a page allows its own files and the nonce of this one answer, nothing inline, nothing foreign', async () => {
  const { headers } = await checked('/')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy.replaceAll(/'nonce-[\w+/=]{24}'/g, 'NONCE')).toBe(
    "default-src 'none'; script-src 'self' NONCE; style-src 'self' NONCE; connect-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types offline-worker",
  )
  expect((await checked('/')).headers.get('content-security-policy')).not.toBe(policy)
  expect((await checked('/api/docs/')).headers.get('content-security-policy')).toContain("script-src 'self';")
  const policies = await Promise.all(['/', '/playground', '/playground.html', '/playground/x'].map((page) => policyOf(page)))
  expect(policies[1]).toBe(policies[0]?.replace('trusted-types offline-worker', 'trusted-types default'))
  expect(policies[2]).toBe(policies[1])
  expect(policies[3]).toBe(policies[0])
})
