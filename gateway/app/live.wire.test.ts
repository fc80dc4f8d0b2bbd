import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, type Client } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '../../prisma/bus/publish.ts'
import { tellPrices } from '../../prisma/bus/prices.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { digest } from '../security/digest.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../testing/startTestGateway.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../testing/rows.ts'

const NOON = Date.parse('2026-11-20T06:30:00Z')

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let strategyId: string
const clients: Client[] = []
const sockets: WebSocket[] = []
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  strategyId = await insertStrategy(app.db, 'ema-crossover')
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => app.close())

const address = () => app.url.replace('http', 'ws') + '/graphql'

function connect(token: string): Client {
  const client = createClient({ url: address(), webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0, lazy: true })
  clients.push(client)
  return client
}

/** Subscribes and collects what arrives. */
function collect(client: Client, query: string): unknown[] {
  const results: unknown[] = []
  client.subscribe(
    { query },
    { next: (result) => results.push(result), error: (error) => results.push({ failed: error }), complete: () => {} },
  )
  return results
}

/** Resolves when the gateway has taken up all earlier subscriptions of the socket: it answers them in order. */
async function settled(client: Client): Promise<void> {
  const answered = collect(client, 'subscription { prices(symbols: []) { symbol } }')
  await eventually(() => answered.length).toBe(1)
}

/** A bare socket: what it sends is up to the test. */
async function bare(options: { readonly origin?: string } = {}): Promise<WebSocket> {
  const socket = new WebSocket(address(), 'graphql-transport-ws', options)
  sockets.push(socket)
  await once(socket, 'open')
  return socket
}
async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number]
  return code
}
const init = (socket: WebSocket, token: string) => socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }))

test('prices come at once as far as known, then as they move, for the symbols asked for only', async () => {
  await tellPrices(app.db, { prices: [['NIFTY', paise(2_450_005), NOON]], leftAt: 0 })
  await eventually(async () => (await app.rest('GET', '/dashboard/chart/NIFTY', { token: asha.token })).body).toMatchObject({
    data: { currentPrice: 24500.05 },
  })
  const results = collect(connect(asha.token), 'subscription { prices(symbols: ["NIFTY", "SENSEX"]) { symbol price time } }')
  await eventually(() => results[0]).toEqual({ data: { prices: [{ symbol: 'NIFTY', price: 24500.05, time: '2026-11-20T06:30:00.000Z' }] } })
  await tellPrices(app.db, {
    prices: [
      ['SENSEX', paise(8_050_000), NOON + SECOND],
      ['BANKNIFTY', paise(5_250_000), NOON + SECOND],
    ],
    leftAt: 0,
  })
  const told = () => results.slice(1).flatMap((result) => (result as { data: { prices: { symbol: string }[] } }).data.prices)
  await eventually(() => told().at(-1)).toEqual({ symbol: 'SENSEX', price: 80500, time: '2026-11-20T06:30:01.000Z' })
  expect(told().map((price) => price.symbol)).not.toContain('BANKNIFTY')
})

test('prices of a hundred open trades and four indices are all told; more than one subscription takes is refused with the numbers', async () => {
  const options = Array.from({ length: 100 }, (_, i) => `NIFTY01DEC26${20_000 + i * 50}CE`)
  const symbols = [...options, 'NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY']
  await tellPrices(app.db, { prices: symbols.map((symbol, i) => [symbol, paise(10_000 + i * 5), NOON]), leftAt: 0 })
  const [asked, tooMany] = [symbols, [...symbols, ...symbols.map((symbol) => `X${symbol}`)]].map(
    (list) => `[${list.map((symbol) => `"${symbol}"`).join()}]`,
  )
  const client = connect(asha.token)
  const results = collect(client, `subscription { prices(symbols: ${asked}) { symbol } }`)
  const told = () => results.flatMap((result) => (result as { data: { prices: { symbol: string }[] } }).data.prices)
  await eventually(() => new Set(told().map(({ symbol }) => symbol)).size).toBe(104)
  const refused = collect(client, `subscription { prices(symbols: ${tooMany}) { symbol } }`)
  await eventually(() => JSON.stringify(refused)).toContain('symbols must name at most 120, got 208')
})

test('prices of a symbol that is no index and no option of one are refused, with its name', async () => {
  const client = connect(asha.token)
  const results = collect(client, 'subscription { prices(symbols: ["NIFTY", "NOPE"]) { symbol } }')
  await eventually(() => JSON.stringify(results)).toContain('symbols must be indices or option trading symbols, got NOPE')
  expect(JSON.stringify(results)).toContain('"code":"BAD_USER_INPUT"')
})

test('prices that move faster than ten times a second are told together, the last one each', async () => {
  const client = connect(asha.token)
  const results = collect(client, 'subscription { prices(symbols: ["MIDCAP"]) { symbol price } }')
  await settled(client)
  for (let i = 1; i <= 40; i++) await tellPrices(app.db, { prices: [['MIDCPNIFTY', paise(1_270_000 + i * 5), NOON + i]], leftAt: 0 })
  const last = { data: { prices: [{ symbol: 'MIDCAP', price: 12702 }] } }
  await eventually(() => results.at(-1)).toEqual(last)
  expect(results.length).toBeLessThan(20)
})

test('item 30: trades are told to their owner as they open, change and close, and to nobody else', async () => {
  const query = 'subscription { tradeChanged { sequence trade { id status exitQuantity profitLossRs strategy } } }'
  const [mine, others] = [connect(asha.token), connect(ravi.token)]
  const [told, overheard] = [collect(mine, query), collect(others, query)]
  await Promise.all([settled(mine), settled(others)])

  const id = await insertTrade(app.db, { userId: asha.id, strategyId })
  await publish(app.db, { type: 'trade.opened', tradeId: id, userId: asha.id })
  await eventually(() => told).toEqual([
    {
      data: {
        tradeChanged: { sequence: 1, trade: { id, status: 'RUNNING', exitQuantity: 0, profitLossRs: null, strategy: 'EMA Crossover' } },
      },
    },
  ])
  await changeTrade(app.db, id, { exitQuantity: 25 })
  await publish(app.db, { type: 'trade.changed', tradeId: id, userId: asha.id })
  await eventually(() => told.at(-1)).toMatchObject({
    data: { tradeChanged: { sequence: 2, trade: { status: 'RUNNING', exitQuantity: 25 } } },
  })
  await changeTrade(app.db, id, closedWith(7_500n))
  await publish(app.db, { type: 'trade.closed', tradeId: id, userId: asha.id })
  await eventually(() => told.at(-1)).toEqual({
    data: {
      tradeChanged: { sequence: 3, trade: { id, status: 'TARGET_HIT', exitQuantity: 75, profitLossRs: 75, strategy: 'EMA Crossover' } },
    },
  })

  // An event that names the wrong owner reaches neither: the row decides whose it is.
  await publish(app.db, { type: 'trade.closed', tradeId: id, userId: ravi.id })
  const theirs = await insertTrade(app.db, { userId: ravi.id, strategyId })
  await publish(app.db, { type: 'trade.opened', tradeId: theirs, userId: ravi.id })
  await eventually(() => overheard).toEqual([
    {
      data: {
        tradeChanged: {
          sequence: 1,
          trade: { id: theirs, status: 'RUNNING', exitQuantity: 0, profitLossRs: null, strategy: 'EMA Crossover' },
        },
      },
    },
  ])
})

test('closed candles are told to those who follow the index; the status whenever it changes', async () => {
  const engine = {
    market: 'sandbox',
    clock: { kind: 'real' },
    sandbox: false,
    heartbeatAt: new Date(),
    lastTickAt: null,
    feed: 'connected',
  }
  const nodeId = randomUUID()
  await app.db.engineState.create({ data: { nodeId, ...engine } })
  const client = connect(asha.token)
  const candles = collect(client, 'subscription { candleClosed(symbol: "NIFTY") { time open close } }')
  const statuses = collect(client, 'subscription { marketStatusChanged { engineRunning feedConnected } }')
  await settled(client)
  const time = new Date(NOON)
  await app.db.candle.create({
    data: { market: 'sandbox', symbol: 'NIFTY', time, open: 100n, high: 200n, low: 100n, close: 150n, volume: 1n },
  })
  await publish(app.db, { type: 'candle.closed', symbol: 'SENSEX', time: NOON })
  await publish(app.db, { type: 'candle.closed', symbol: 'NIFTY', time: NOON })
  await eventually(() => candles).toEqual([{ data: { candleClosed: { time: time.toISOString(), open: 1, close: 1.5 } } }])

  await app.db.engineState.update({ where: { nodeId }, data: { heartbeatAt: new Date(), feed: 'reconnecting' } })
  await publish(app.db, { type: 'market.changed' })
  await eventually(() => statuses.at(-1)).toEqual({ data: { marketStatusChanged: { engineRunning: true, feedConnected: false } } })
  await app.db.engineState.update({ where: { nodeId }, data: { heartbeatAt: new Date(Date.now() - MINUTE) } })
  await eventually(() => statuses.at(-1)).toEqual({ data: { marketStatusChanged: { engineRunning: false, feedConnected: false } } })
})

test.each([
  ['a garbled token', async () => 'x'],
  ['an expired token', () => app.tokens.issue(asha.id, asha.id, Date.now() - 16 * MINUTE)],
])('%s closes the socket with 4403', async (_what, token) => {
  const socket = await bare()
  init(socket, await token())
  expect(await closeCode(socket)).toBe(4403)
})

test('item 30: a token that expires while the socket is open closes it with 4403', async () => {
  const socket = await bare()
  init(socket, await app.tokens.issue(asha.id, asha.id, Date.now() - 15 * MINUTE + 2 * SECOND))
  expect(await closeCode(socket)).toBe(4403)
})

test('item 16: signing out closes the sockets of that sign-in with 4403, no other, and its access token opens no new one', async () => {
  const { id } = await app.user('Tara')
  const sessionId = randomUUID()
  const refreshToken = 'taras-refresh-token'
  const session = { userId: id, userAgent: '', address: '', expiresAt: new Date(Date.now() + MINUTE) }
  await app.db.session.create({ data: { ...session, id: sessionId, tokens: { create: { tokenHash: digest(refreshToken) } } } })
  const token = await app.tokens.issue(id, sessionId, Date.now())
  const [leaving, staying] = await Promise.all([bare(), bare()])
  init(leaving, token)
  init(staying, await app.tokens.issue(id, id, Date.now()))
  await Promise.all([once(leaving, 'message'), once(staying, 'message')])

  const closed = closeCode(leaving)
  expect((await app.rest('POST', '/auth/logout', { body: { refreshToken } })).status).toBe(200)
  expect(await closed).toBe(4403)
  expect(staying.readyState).toBe(WebSocket.OPEN)
  const again = await bare()
  init(again, token)
  expect(await closeCode(again)).toBe(4403)
  expect(await app.rest('GET', '/user/profile', { token })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
})

test('item 30: a socket that does not introduce itself is closed with 4408, one that asks before with 4401', async () => {
  const [silent, hasty] = await Promise.all([bare(), bare()])
  hasty.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { tradeChanged { trade { id } } }' } }))
  expect(await closeCode(hasty)).toBe(4401)
  expect(await closeCode(silent)).toBe(4408)
})

test('item 30: a second introduction closes the socket with 4429, and a second subscription of the same id with 4409', async () => {
  const [twice, doubled] = await Promise.all([bare(), bare()])
  init(twice, asha.token)
  await once(twice, 'message')
  init(twice, asha.token)
  expect(await closeCode(twice)).toBe(4429)
  init(doubled, asha.token)
  await once(doubled, 'message')
  const subscribe = JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { tradeChanged { trade { id } } }' } })
  doubled.send(subscribe)
  doubled.send(subscribe)
  expect(await closeCode(doubled)).toBe(4409)
})

test('item 30: the fifty-first subscription of a socket is refused, and the others stay', async () => {
  const socket = await bare()
  init(socket, asha.token)
  await once(socket, 'message')
  const payload = { query: 'subscription { prices(symbols: []) { symbol } }' }
  const answers: string[] = []
  socket.on('message', (data) => answers.push(String(data)))
  for (let id = 1; id <= 51; id++) socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload }))
  await eventually(() => answers.length).toBe(51)
  const refused = answers.filter((answer) => answer.includes('"type":"error"'))
  expect(refused).toEqual([expect.stringMatching(/"id":"51".*At most 50 subscriptions fit on one connection\..*"code":"RATE_LIMITED"/)])
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('item 30: a page of another origin gets no socket, a page of this host does', async () => {
  const foreign = new WebSocket(address(), 'graphql-transport-ws', { origin: 'https://evil.example' })
  const [error] = (await once(foreign, 'error')) as [Error]
  expect(error.message).toContain('401')
  expect((await bare({ origin: app.url })).readyState).toBe(WebSocket.OPEN)
})

test('item 30: what is no message, too large or too much closes the socket, and the process lives', async () => {
  const garbled = await bare()
  garbled.send('{"type":')
  expect(await closeCode(garbled)).toBe(4400)

  const large = await bare()
  large.send('x'.repeat(64 * 1_024 + 1))
  expect(await closeCode(large)).toBe(1009)

  const flood = await bare()
  init(flood, asha.token)
  for (let i = 0; i < 301; i++) flood.send('{"type":"ping"}')
  expect(await closeCode(flood)).toBe(1008)
  expect((await fetch(`${app.url}/livez`)).status).toBe(200)
})

test('item 30: the eleventh socket of a user is turned away, and a place is free again when one closes', async () => {
  const meera = await app.user('Meera')
  const open = await Promise.all(Array.from({ length: 10 }, () => bare()))
  for (const socket of open) init(socket, meera.token)
  await Promise.all(open.map((socket) => once(socket, 'message')))
  const eleventh = await bare()
  init(eleventh, meera.token)
  expect(await closeCode(eleventh)).toBe(1013)
  open[0]!.close()
  await once(open[0]!, 'close')
  const next = await bare()
  init(next, meera.token)
  const [ack] = (await once(next, 'message')) as [Buffer]
  expect(String(ack)).toBe('{"type":"connection_ack"}')
})

test('item 30: of an address, fifty sockets that have not said who they are fit; the next is refused with 429, and when to try again', async () => {
  const strangers = await Promise.all(Array.from({ length: 50 }, () => bare()))
  const refused = new WebSocket(address(), 'graphql-transport-ws')
  const [, response] = (await once(
    refused.on('error', () => undefined),
    'unexpected-response',
  )) as [unknown, IncomingMessage]
  expect(response.statusCode).toBe(429)
  expect(response.headers).toMatchObject({ 'retry-after': '3', 'x-content-type-options': 'nosniff' })
  expect(JSON.parse(await text(response))).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many new connections. Please try again in 3 seconds.',
  })
  init(strangers[0]!, asha.token)
  await once(strangers[0]!, 'message')
  expect((await bare()).readyState).toBe(WebSocket.OPEN)
})

test('item 30: sockets that are cut while their token is looked at leave nothing behind', async () => {
  const held = (kind: string) => process.getActiveResourcesInfo().filter((each) => each === kind).length
  const before = { timers: held('Timeout'), connections: held('TCPSocketWrap') }
  const strangers = await Promise.all(Array.from({ length: 40 }, () => bare()))
  await app.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Session" IN ACCESS EXCLUSIVE MODE`
      for (const socket of strangers) init(socket, asha.token)
      const waiting = () => app.db.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"Session" session%'`
      await eventually(async () => (await waiting()).length).toBeGreaterThan(0)
      for (const socket of strangers) socket.terminate()
      // Both ends are in this process.
      await eventually(() => held('TCPSocketWrap')).toBeLessThan(before.connections + 10)
    },
    { timeout: 30_000 },
  )
  // Who asks after them is answered after them.
  await settled(connect(asha.token))
  for (const client of clients.splice(0)) await client.dispose()
  expect(held('Timeout')).toBeLessThan(before.timers + 10)
})

test.each([
  ['a query', '{ me { id } }', 'Only subscriptions are served here; send queries and mutations by POST.'],
  ['an unknown field', 'subscription { prices(symbols: []) { pricee } }', 'Cannot query field "pricee" on type "Price".'],
  ['a cut document', 'subscription { prices(', 'Syntax Error: Expected Name, found <EOF>.'],
  [
    'an unknown index',
    'subscription { candleClosed(symbol: "DOW") { time } }',
    'symbol must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got DOW',
  ],
])('%s over the socket is refused in plain words and the socket stays', async (_what, query, message) => {
  const client = connect(asha.token)
  const results = collect(client, query)
  await eventually(() => JSON.stringify(results)).toContain(JSON.stringify(message).slice(1, -1))
  expect(JSON.stringify(results)).toContain('"code":"BAD_USER_INPUT"')
  expect(JSON.stringify(results)).toContain('"requestId"')
  await settled(client)
})

test('item 30: a reader that does not read is let go with its backlog bounded', async () => {
  const reader = await bare()
  init(reader, asha.token)
  await once(reader, 'message')
  const symbols = Array.from({ length: 100 }, (_, i) => `NIFTY24NOV26${20_000 + i * 50}CE`)
  const query = 'subscription($symbols: [String!]!) { prices(symbols: $symbols) { symbol price time } }'
  for (let id = 0; id < 50; id++)
    reader.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query, variables: { symbols } } }))
  let answers = 0
  reader.on('message', () => answers++)
  await eventually(() => answers).toBe(50)
  const closed = once(reader, 'close')
  const witness = collect(connect(ravi.token), `subscription { prices(symbols: ["${symbols[0]}"]) { price } }`)
  reader.pause()
  // 400 kB a round for the reader, until its backlog is full; a round is over when another reader has got it.
  for (let round = 1; round <= 40; round++) {
    await tellPrices(app.db, {
      prices: symbols.map((symbol) => [symbol, paise(10_000 + round * 5), NOON + round]),
      leftAt: 0,
    })
    await eventually(() => witness.at(-1)).toEqual({ data: { prices: [{ price: (10_000 + round * 5) / 100 }] } })
  }
  reader.resume()
  const [code] = (await closed) as [number]
  expect(code).toBe(1013)
})
