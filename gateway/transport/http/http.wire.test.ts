import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programOf } from '../../../engine/testing/programOf.ts'
import { createStrategy } from '../../../prisma/createStrategy.ts'
import { readKey } from '../../security/keyFiles.ts'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const PAGE = `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">start()</script><div id="root"></div>`

let app: TestGateway
let token: string
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'sakha-web-'))
  await mkdir(path.join(webRoot, 'assets'))
  await writeFile(path.join(webRoot, 'index.html'), PAGE)
  await writeFile(path.join(webRoot, 'assets', 'main-abc123.js'), 'start()')
  await writeFile(path.join(webRoot, 'assets', 'main-abc123.js.br'), brotliCompressSync('start()'))
  await writeFile(path.join(webRoot, '.env'), 'SECRET=1')
  app = await startTestGateway({ webRoot })
  token = (await app.user('Asha')).token
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

const post = (target: string, body: string, type = 'application/json') =>
  fetch(app.url + target, { method: 'POST', headers: { 'content-type': type }, body })

describe('a body that cannot be read', () => {
  test.each([
    ['not JSON', '{"email":', 'application/json', 400, 'The request body is not valid JSON.'],
    ['missing', '', 'application/json', 400, 'A JSON object with the fields of this call is expected.'],
    ['a list', '[]', 'application/json', 400, 'A JSON object with the fields of this call is expected.'],
    [
      'of another type',
      'email=a',
      'application/x-www-form-urlencoded',
      415,
      'The request body must be JSON: send Content-Type: application/json.',
    ],
    ['plain text', '{}', 'text/plain', 415, 'The request body must be JSON: send Content-Type: application/json.'],
    ['too large', JSON.stringify({ email: 'x'.repeat(102_400) }), 'application/json', 413, 'The request body is larger than 100 kB.'],
    [
      'nested too deeply',
      '['.repeat(33) + ']'.repeat(33),
      'application/json',
      400,
      'The request body is nested too deeply: at most 32 levels.',
    ],
    ['poisoned', '{"__proto__":{"role":"admin"}}', 'application/json', 400, 'The request body is not valid JSON.'],
  ])('items 28 and 46: %s is refused by REST and by GraphQL alike', async (_what, body, type, status, message) => {
    const rest = await post('/api/auth/login', body, type)
    expect(rest.status).toBe(status)
    expect(await rest.json()).toEqual({
      ...{ success: false, status: false, data: null, message, error: message, code: 'BAD_USER_INPUT' },
      requestId: rest.headers.get('x-request-id'),
    })
    const graphql = await post('/graphql', body, type)
    expect(graphql.status).toBe(status)
    expect(await graphql.json()).toEqual({
      errors: [{ message, extensions: { code: 'BAD_USER_INPUT', requestId: graphql.headers.get('x-request-id') } }],
    })
  })
})

describe('GraphQL', () => {
  test.each([
    ['an unknown field', '{ me { idd } }', 'Cannot query field "idd" on type "User".'],
    ['a cut document', '{ me { id', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      'a missing variable',
      'query($s: String!) { candles(symbol: $s) { time } }',
      'Variable "$s" of required type "String!" was not provided.',
    ],
    ['a wrong enum', '{ candles(symbol: "NIFTY", interval: TWO) { time } }', 'Value "TWO" does not exist in "CandleInterval" enum.'],
    [
      'a crowd of aliases',
      `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: me { id }`).join(' ')} }`,
      'Syntax Error: Query validation error.',
    ],
    ['too many tokens', `{ me { ${'id '.repeat(1_100)} } }`, /token/i],
  ])('%s is BAD_USER_INPUT with the request id, without suggestions', async (_what, query, message) => {
    const { status, body, headers } = await app.graphql(query, { token })
    expect(status).toBe(400)
    const { errors } = body as { errors: { message: string; extensions: unknown }[] }
    if (typeof message === 'string') expect(errors[0]?.message).toBe(message)
    else expect(errors[0]?.message).toMatch(message)
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', requestId: headers.get('x-request-id') })
    expect(JSON.stringify(body)).not.toContain('Did you mean')
  })

  test('item 26: tells its schema to analysts and admins only, also through a fragment', async () => {
    const query = 'query { ...F } fragment F on Query { __schema { queryType { name } } }'
    for (const role of ['analyst', 'admin'] as const) {
      const { id, token: theirs } = await app.user(role)
      await app.db.user.update({ where: { id }, data: { role } })
      expect((await app.graphql(query, { token: theirs })).body).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } })
      await app.db.user.update({ where: { id }, data: { role: 'user' } })
      expect((await app.graphql(query, { token: theirs })).status).toBe(403)
    }
    expect(await app.graphql(query, { token })).toMatchObject({
      status: 403,
      body: { errors: [{ message: 'Only analysts and admins may read the schema.', extensions: { code: 'FORBIDDEN' } }] },
    })
    const stranger = await app.graphql(query)
    expect(stranger.status).toBe(401)
    expect(stranger.body).toMatchObject({ errors: [{ message: 'Please sign in to continue', extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  test('suggests names to those alone who may read the schema', async () => {
    const { id, token: theirs } = await app.user('Suggested')
    const ask = async () => JSON.stringify((await app.graphql('{ me { nme } }', { token: theirs })).body)
    expect(await ask()).not.toContain('Did you mean')
    await app.db.user.update({ where: { id }, data: { role: 'analyst' } })
    expect(await ask()).toContain('Did you mean')
  })

  test('item 28: takes no GET', async () => {
    const response = await fetch(`${app.url}/graphql?query={__typename}`, { headers: { 'apollo-require-preflight': '1' } })
    expect(response.status).toBe(404)
  })

  test('item 27: masks what it did not expect and keeps the cause to itself', async () => {
    const broken = { slug: 'broken', name: 'Broken', description: '', category: '', isActive: true, isPublic: true }
    await createStrategy(app.db, broken, { rules: 'no rules' })
    const { body } = await app.graphql('{ availableStrategies { id } }', { token })
    expect(body).toMatchObject({
      errors: [{ message: 'Something went wrong. Please try again.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    })
    const rest = await app.rest('GET', '/strategy/available', { token })
    expect(rest.status).toBe(500)
    expect(rest.body).toMatchObject({ success: false, message: 'Something went wrong. Please try again.', code: 'INTERNAL_SERVER_ERROR' })
    expect(JSON.stringify([body, rest.body])).not.toMatch(/broken|rules|prisma|\.ts/)
    await app.db.strategy.deleteMany()
  })
})

describe('the web', () => {
  test.each([
    ['/', 200],
    ['/dashboard', 200],
    ['/no/such/screen', 404],
    ['/index.html', 200],
  ])('item 40: %s is the page with a nonce of its own that the policy names, and status %s', async (target, status) => {
    const [first, second] = await Promise.all([fetch(app.url + target), fetch(app.url + target)])
    expect(first.status).toBe(status)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const html = await first.text()
    const nonce = /<script nonce="([^"]+)">/.exec(html)?.[1]
    expect(html).not.toContain('__CSP_NONCE__')
    const policy = first.headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe')
    expect(await second.text()).not.toContain(nonce)
  })

  test('hashed files are cached for good and sent compressed, and missing or hidden ones are not there', async () => {
    const asset = await fetch(`${app.url}/assets/main-abc123.js`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await asset.text()).toBe('start()')
    expect((await fetch(`${app.url}/assets/main-gone.js`)).status).toBe(404)
    const compressed = await fetch(`${app.url}/assets/main-abc123.js`, { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('vary')).toContain('accept-encoding')
    expect(await compressed.text()).toBe('start()')
    for (const hidden of ['/.env', '/..%2f..%2fpackage.json', '/assets/..%2f.env'])
      expect(await (await fetch(app.url + hidden)).text()).not.toMatch(/SECRET|"name"/)
  })
})

describe('the REST document', () => {
  test('names every path of the API, and the page that shows it loads its own files', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { openapi: string; paths: Record<string, object> }
    expect(document.openapi).toBe('3.1.0')
    expect(
      Object.entries(document.paths)
        .map(([route, methods]) => `${Object.keys(methods).sort().join()} ${route}`)
        .sort(),
    ).toEqual([
      'delete /api/admin/broker/credentials',
      'delete /api/user/sessions/{id}',
      'delete,get /api/strategy/run/{id}',
      'delete,get /api/user/sessions',
      'delete,get,post /api/emergency-stop',
      'delete,get,put /api/user/profile',
      'delete,post /api/user/two-factor',
      'delete,put /api/admin/announcements/{id}',
      'delete,put /api/admin/strategies/{id}',
      'delete,put /api/strategy/user/{id}',
      'get /api/account',
      'get /api/admin/broker/status',
      'get /api/admin/market/history',
      'get /api/admin/performance-scheduler/status',
      'get /api/admin/system-status',
      'get /api/admin/users',
      'get /api/admin/users/{id}',
      'get /api/announcements',
      'get /api/broker/ltp/{token}',
      'get /api/broker/status',
      'get /api/candles/latest',
      'get /api/compliance',
      'get /api/compliance/log.ndjson',
      'get /api/compliance/order-budget',
      'get /api/dashboard/chart/{symbol}',
      'get /api/dashboard/stats',
      'get /api/emergency-stop/{stopId}/results',
      'get /api/notifications',
      'get /api/notifications/unread-count',
      'get /api/reports',
      'get /api/reports/live-gap',
      'get /api/reports/trades.csv',
      'get /api/research-agent/aitrading-status',
      'get /api/research-agent/analyses.csv',
      'get /api/research-agent/service-status',
      'get /api/research-agent/trades',
      'get /api/strategy/available',
      'get /api/strategy/page/{id}',
      'get /api/strategy/run/{id}/trades',
      'get /api/strategy/user',
      'get /api/trades',
      'get /api/trades/denials',
      'get /api/trades/history',
      'get /api/trades/history.csv',
      'get /api/trades/live',
      'get /api/user/audit-log',
      'get,post /api/admin/announcements',
      'get,post /api/admin/strategies',
      'get,put /api/admin/market',
      'get,put /api/notifications/settings',
      'patch /api/admin/strategies/{id}/toggle-active',
      'patch /api/admin/strategies/{id}/toggle-public',
      'patch /api/strategy/user/{id}/toggle',
      'patch /api/strategy/user/{id}/toggle-paper-trade',
      'patch /api/strategy/user/{id}/version',
      'post /api/admin/broker/configure',
      'post /api/admin/broker/login',
      'post /api/admin/market/preview',
      'post /api/admin/performance-scheduler/start',
      'post /api/admin/performance-scheduler/stop',
      'post /api/admin/performance-scheduler/trigger-update',
      'post /api/admin/users/{id}/end-sessions',
      'post /api/admin/users/{id}/resend-verification',
      'post /api/admin/users/{id}/restore',
      'post /api/admin/users/{id}/role',
      'post /api/admin/users/{id}/suspend',
      'post /api/auth/auto-refresh-broker-token',
      'post /api/auth/change-password',
      'post /api/auth/forgot-password',
      'post /api/auth/login',
      'post /api/auth/logout',
      'post /api/auth/reauthenticate',
      'post /api/auth/refresh',
      'post /api/auth/refresh-broker-token',
      'post /api/auth/resend-verification',
      'post /api/auth/reset-password',
      'post /api/auth/second-factor',
      'post /api/auth/signup',
      'post /api/auth/verify-email',
      'post /api/broker/live-data',
      'post /api/notifications/read',
      'post /api/notifications/resume',
      'post /api/notifications/test',
      'post /api/research-agent/toggle-aitrading',
      'post /api/research-agent/trigger-analysis',
      'post /api/strategy/run',
      'post /api/strategy/subscribe',
      'post /api/strategy/user/activate-all',
      'post /api/trades/{id}/close',
      'post /api/user/export',
      'post /api/user/two-factor/confirm',
      'post /api/user/two-factor/recovery-codes',
      'put /api/account/limits',
      'put /api/research-agent/aitrading-settings',
    ])
    const page = await (await fetch(`${app.url}/api/docs/`)).text()
    for (const [, file] of page.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
      expect((await fetch(`${app.url}/api/docs/${file}`)).status, file).toBe(200)
    expect(await (await fetch(`${app.url}/api/docs/static/swagger-initializer.js`)).text()).toContain('./json')
  })

  test('an unknown path is a 404 in the envelope', async () => {
    const { status, body } = await app.rest('POST', '/strategy/pause', { token })
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'NOT_FOUND', message: 'There is nothing at POST /api/strategy/pause.' })
  })
})

describe('the process', () => {
  const run = (env: Record<string, string>) =>
    spawn(process.execPath, programOf('gateway/main.ts'), {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('items 32 and 49: says in one line that it is ready, logs no secret, and ends cleanly when asked', async () => {
    const child = run({ PORT: '0', DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home })
    const log = text(child.stderr)
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { event, port, url } = JSON.parse(line) as { event: string; port: number; url: string }
    expect({ event, url }).toEqual({ event: 'gateway.ready', url: `http://127.0.0.1:${port}` })
    const keys = await Promise.all(['signing-1', 'refresh', 'sealing-1'].map((name) => readKey(app.home, name)))
    const secrets = keys.map((stored) => Buffer.from(stored?.key ?? []).toString('base64url'))
    expect(secrets.map((secret) => secret.length)).toEqual([43, 43, 43])
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const send = (target: string, body: string) => fetch(url + target, { method: 'POST', headers, body })
    const canaries = {
      ...{ email: 'nobody@example.com', password: 'canary-password', confirmPassword: 'canary-password', name: 'Nobody' },
      ...{ currentPassword: 'canary-old', newPassword: 'canary-new', code: 'canary-code', challenge: 'canary-challenge' },
      ...{ token: 'canary-link', refreshToken: 'canary-refresh' },
    }
    for (const route of [
      'login',
      'signup',
      'second-factor',
      'reauthenticate',
      'refresh',
      'change-password',
      'reset-password',
      'verify-email',
    ])
      await send(`/api/auth/${route}?token=canary-query`, JSON.stringify(canaries))
    await send('/api/auth/login', '{"password":"canary-cut')
    const query = 'mutation($input: LoginInput!) { login(input: $input) { token } refresh(refreshToken: "canary-literal") { token } }'
    await send('/graphql', JSON.stringify({ query, variables: { input: { email: 'nobody@example.com', password: 'canary-variable' } } }))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const lines = await log
    expect(lines).toContain('"path":"/api/auth/login"')
    for (const secret of ['canary', token, ...secrets]) expect(lines).not.toContain(secret)
  })

  test('names PORT when the port is busy, and lists every wrong setting at once', async () => {
    const busy = run({ PORT: String(app.gateway.port), DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home })
    const [said, [code]] = await Promise.all([text(busy.stderr), once(busy, 'exit')])
    expect(code).toBe(1)
    expect(said).toContain(`Port ${app.gateway.port} is already in use: stop what uses it, or set PORT to another number.`)
    const wrong = run({ PORT: 'four', DATABASE_URL: 'mysql://x', ENGINE_STALE_MS: '-1' })
    const [list] = await Promise.all([text(wrong.stderr), once(wrong, 'exit')])
    for (const setting of ['PORT', 'DATABASE_URL', 'ENGINE_STALE_MS']) expect(list).toMatch(new RegExp(`^  ${setting}: `, 'm'))
  })
})

describe('pages of other hosts', () => {
  const ask = async (gateway: TestGateway, origin: string) => {
    const { status, headers } = await fetch(`${gateway.url}/api/user/profile`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
    return { status, allowed: headers.get('access-control-allow-origin') }
  }

  test('item 29: only those named may call, by their exact origin; a socket likewise', async () => {
    const open = await startTestGateway({ allowedOrigins: ['https://app.example'] })
    try {
      expect(await ask(open, 'https://app.example')).toEqual({ status: 204, allowed: 'https://app.example' })
      for (const origin of [
        'https://evil.example',
        'null',
        'https://app.example.evil.example',
        'http://app.example',
        'https://sub.app.example',
      ])
        expect((await ask(open, origin)).allowed, origin).toBeNull()
      expect((await ask(app, 'https://app.example')).allowed).toBeNull()
      const connect = (origin: string) => {
        const socket = new WebSocket(`${open.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin })
        return once(socket, 'open').then(
          () => (socket.terminate(), 'open'),
          () => 'refused',
        )
      }
      expect([await connect('https://app.example'), await connect('https://evil.example')]).toEqual(['open', 'refused'])
    } finally {
      await open.close()
    }
  })

  test('item 33: X-Forwarded-For is believed of as many proxies as are named, and of none by default', async () => {
    const login = async (gateway: TestGateway, forwardedFor: string) => {
      const { status } = await fetch(`${gateway.url}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        body: JSON.stringify({ refreshToken: 'unknown' }),
      })
      return status
    }
    const behind = await startTestGateway({ trustedProxies: 1 })
    try {
      const last = async (gateway: TestGateway) => {
        let status = 0
        for (let i = 0; i < 61; i++) status = await login(gateway, `192.0.2.${i}`)
        return status
      }
      expect([await last(app), await last(behind)]).toEqual([429, 401])
    } finally {
      await behind.close()
    }
  })
})
