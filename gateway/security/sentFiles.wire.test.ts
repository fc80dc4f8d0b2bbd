import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../prisma/client.ts'
import { DAY } from '../../schema/time.ts'
import { TOKEN_SCOPES } from '../../schema/tokenScopes.ts'
import { insertManyTrades } from '../testing/insertManyTrades.ts'
import { insertStrategy } from '../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../testing/startTestGateway.ts'
import { giveRole, switchOff } from '../topics/adminUsers/accountStates.ts'
import { digest } from './digest.ts'
import { endSessions } from './endSessions.ts'
import { endTokens } from './personalTokens/endTokens.ts'
import { makeTokenText } from './personalTokens/tokenText.ts'

let app: TestGateway
let other: TestGateway
/** Has more trades than fit into sockets. */
let trader: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  other = await startTestGateway({ databaseUrl: app.databaseUrl })
  const market = `market ${randomUUID()}`
  const row = { market, feed: 'connected', sandbox: false, clock: { kind: 'real' }, heartbeatAt: new Date(), lastTickAt: new Date() }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
  await app.db.$executeRaw`
    INSERT INTO "Candle" (market, symbol, "time", open, high, low, close, volume)
    SELECT ${market}, 'NIFTY', timestamptz '2020-01-01 04:00Z' + n * interval '1 minute', 2000000, 2000000, 2000000, 2000000, 0
    FROM generate_series(1, 200000) n`
  trader = await app.user('Trader')
  await insertManyTrades(app.db, { userId: trader.id, strategyId: await insertStrategy(app.db, 'ema-crossover') }, 60_000)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

interface Holder extends TestUser {
  readonly tokenId: string
  /** The text of an access token. */
  readonly text: string
}
let people = 0
async function holder(): Promise<Holder> {
  const user = await app.user(`Holder${people++}`)
  await app.db.user.update({ where: { id: user.id }, data: { twoFactorAt: new Date() } })
  const text = makeTokenText()
  const data = { userId: user.id, name: 'Script', scopes: [...TOKEN_SCOPES], tokenHash: digest(text), hint: text.slice(-4) }
  const { id: tokenId } = await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
  return { ...user, tokenId, text }
}

async function addressOf(mutation: string, token: string): Promise<string> {
  await app.db.credentialAttempts.deleteMany({ where: { key: { startsWith: 'download' } } })
  const { body } = await app.graphql(`mutation { file: ${mutation} { address } }`, { token })
  return (body as { data: { file: { address: string } } }).data.file.address
}

/** Reads the first piece, has the asker's way in ended, and reads on: how the connection ended, and how much came. */
async function readAcross(response: Response, end: () => Promise<unknown>) {
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  let bytes = (await reader.read()).value?.length ?? 0
  await end()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length
    return { bytes, ended: 'whole' }
  } catch {
    return { bytes, ended: 'broken off' }
  }
}

const CANDLES = 'exportCandles(input: { symbol: "NIFTY" }, format: NDJSON)'
const by = { actor: 'command line', reason: null }
type End = (tx: Transaction, asker: Holder) => Promise<unknown>
const SESSION_ENDS: Readonly<Record<string, End>> = {
  'is signed out': (tx, { id }) => endSessions(tx, { userId: id }, 'SIGNED_OUT'),
  'loses its account': (tx, { id }) => switchOff(tx, id, true, by),
  'comes to be of another role': (tx, { id }) => giveRole(tx, id, 'analyst', by),
}
const TOKEN_ENDS: Readonly<Record<string, End>> = {
  'is revoked': (tx, { tokenId }) => endTokens(tx, { id: tokenId }),
  'loses its account': (tx, { id }) => switchOff(tx, id, true, by),
  'comes to be of another role': (tx, { id }) => giveRole(tx, id, 'analyst', by),
}

test.each([
  ...Object.entries(SESSION_ENDS).map(([how, end]) => ['session', how, 'token', end] as const),
  ...Object.entries(TOKEN_ENDS).map(([how, end]) => ['access token', how, 'text', end] as const),
])('item 53: a file is broken off in mid-stream when its %s %s, at whichever gateway it is read', async (_what, _how, shown, end) => {
  const asker = await holder()
  const response = await fetch(other.url + (await addressOf(CANDLES, asker[shown])))
  const ended = await readAcross(response, () => app.db.$transaction((tx) => end(tx, asker)))
  expect(ended.ended).toBe('broken off')
})

test('item 53: a file is broken off when its owner deletes the account', async () => {
  const asker = await app.user('Leaver')
  const response = await fetch(app.url + (await addressOf(CANDLES, asker.token)))
  const leave = async () => {
    const { status } = await app.rest('DELETE', '/user/profile', { token: asker.token, body: { email: 'leaver@example.com' } })
    expect(status).toBe(200)
  }
  expect(await readAcross(response, leave)).toMatchObject({ ended: 'broken off' })
})

test.each([
  ['GET /api/trades/history.csv', 'GET', '/api/trades/history.csv'],
  ['GET /api/reports/trades.csv', 'GET', '/api/reports/trades.csv?mode=PAPER'],
  ['POST /api/user/export', 'POST', '/api/user/export'],
  ['downloadTradeHistory', 'GET', 'downloadTradeHistory(input: {})'],
  ['downloadReport', 'GET', 'downloadReport(input: { mode: PAPER })'],
  ['exportTrades', 'GET', 'exportTrades(input: {}, format: CSV)'],
])('item 53: %s breaks off with its session', async (_name, method, path) => {
  const { id } = trader
  await app.db.session.update({ where: { id }, data: { endedAt: null, endedBy: null, authenticatedAt: new Date() } })
  const isAddress = path.startsWith('/')
  const response = isAddress
    ? await fetch(app.url + path, { method, headers: { authorization: `Bearer ${trader.token}` } })
    : await fetch(app.url + (await addressOf(path, trader.token)))
  const end = () => app.db.$transaction((tx) => endSessions(tx, { id }, 'REVOKED'))
  expect(await readAcross(response, end)).toMatchObject({ ended: 'broken off' })
})

test('a file whose session ended between the request and its first piece is refused', async () => {
  const asker = await holder()
  const address = await addressOf(CANDLES, asker.token)
  const answers = await Promise.all([
    fetch(app.url + address),
    app.db.$transaction((tx) => endSessions(tx, { id: asker.id }, 'SIGNED_OUT')),
  ])
  // Whoever was first: refused, or broken off.
  const read = answers[0].text().then(
    () => 'whole',
    () => 'broken off',
  )
  if (answers[0].ok) expect(await read).toBe('broken off')
  else expect(answers[0].status).toBeGreaterThanOrEqual(401)
})

test('a file that nobody ends comes whole', async () => {
  const asker = await holder()
  const response = await fetch(app.url + (await addressOf(CANDLES, asker.text)))
  expect(await readAcross(response, () => Promise.resolve())).toMatchObject({ ended: 'whole' })
})
