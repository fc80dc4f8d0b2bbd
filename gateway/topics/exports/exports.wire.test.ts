import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../schema/time.ts'
import { TOKEN_SCOPES, type TokenScope } from '../../../schema/tokenScopes.ts'
import { digest } from '../../security/digest.ts'
import { endTokens } from '../../security/personalTokens/endTokens.ts'
import { makeTokenText } from '../../security/personalTokens/tokenText.ts'
import { insertManyTrades } from '../../testing/insertManyTrades.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type Answer, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { giveRole } from '../adminUsers/accountStates.ts'

let app: TestGateway
let strategyId: string
let people = 0
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover', { name: '=Trend, "quoted"' })
})
afterAll(() => app.close())

interface Holder extends TestUser {
  readonly tokenId: string
  /** The text of an access token. */
  readonly text: string
}
/** Somebody of a role, with two-factor sign-in and a token of these scopes. */
async function holder(role: 'user' | 'analyst' | 'admin' = 'user', scopes: readonly TokenScope[] = TOKEN_SCOPES): Promise<Holder> {
  const user = await app.user(`Holder${people++}`)
  await app.db.user.update({ where: { id: user.id }, data: { role, twoFactorAt: new Date(), emailVerifiedAt: new Date() } })
  const text = makeTokenText()
  const data = { userId: user.id, name: 'Script', scopes: [...scopes], tokenHash: digest(text), hint: text.slice(-4) }
  const { id: tokenId } = await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
  return { ...user, tokenId, text }
}
const addressIn = ({ body }: Answer) => Object.values((body as { data: Record<string, { address: string }> }).data)[0]!.address
/** Each comes from another address: one may request only so many in a minute. */
const ask = async (mutation: string, token: string): Promise<Answer> => {
  await app.db.credentialAttempts.deleteMany({ where: { key: { startsWith: 'download' } } })
  return app.graphql(`mutation { ${mutation} { address } }`, { token })
}
const fetchAt = (address: string, options: RequestInit = {}) => fetch(app.url + address, options)
const fileOf = async (mutation: string, token: string) => (await fetchAt(addressIn(await ask(mutation, token)))).text()
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

const NDJSON_OF: Readonly<Record<string, string>> = {
  exportTrades: 'exportTrades(input: {}, format: NDJSON)',
  exportDenials: 'exportDenials(input: {}, format: NDJSON)',
  exportSignals: 'exportSignals(input: {}, format: NDJSON)',
  exportPerformance: 'exportPerformance(mode: PAPER, by: [STRATEGY], format: NDJSON)',
  exportPerformanceOfAll: 'exportPerformanceOfAll(mode: PAPER, by: [STRATEGY], format: NDJSON)',
  exportCandles: 'exportCandles(input: { symbol: "NIFTY" }, format: NDJSON)',
  exportAnonymousTrades: 'exportAnonymousTrades(mode: PAPER, format: NDJSON)',
}

test('own trades come as NDJSON whose last line says that it is whole, and as CSV with the same values', async () => {
  const asha = await holder()
  const ravi = await holder()
  const id = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(12_345n) })
  await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-4_500n), entryTime: new Date('2026-11-19T05:00:00Z') })
  await insertTrade(app.db, { userId: ravi.id, strategyId, ...closedWith(777_700n) })
  const response = await fetchAt(addressIn(await ask(NDJSON_OF['exportTrades']!, asha.text)))
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    ...[200, 'application/x-ndjson; charset=utf-8', 'attachment; filename="trades.ndjson"'],
  ])
  const [first, second, last, ...more] = linesOf(await response.text())
  expect(more).toEqual([])
  expect(last).toEqual({ complete: true, rows: 2 })
  expect(first).toMatchObject({ gross: -45, entryTime: '2026-11-19T05:00:00+00:00' })
  expect(second).toEqual({
    ...{ id, strategyId, strategy: '=Trend, "quoted"', version: 1, mode: 'PAPER', symbol: 'NIFTY', option: 'NIFTY24NOV2624500CE' },
    ...{ side: 'LONG', lots: 1, quantity: 75, entryPrice: 100, exitPrice: 101.64, gross: 123.45, charges: 64.13, net: 59.32 },
    ...{ entryTime: '2026-11-20T05:00:00+00:00', exitTime: '2026-11-20T05:30:00+00:00', status: 'TARGET_HIT', exitReason: 'TARGET' },
  })
  const csv = (await fileOf('exportTrades(input: { fromDate: "2026-11-20" }, format: CSV)', asha.text)).split('\r\n')
  expect(csv).toHaveLength(3)
  expect(csv[0]).toBe(
    Object.keys(second!)
      .map((name) => `"${name}"`)
      .join(','),
  )
  expect(csv[1]).toContain(`"'=Trend, ""quoted""","1","PAPER","NIFTY"`)
})

test('cells, refused signals, candles and trades without a name come as what the API says of them', async () => {
  const admin = await holder('admin')
  await insertTrade(app.db, { userId: admin.id, strategyId, ...closedWith(12_345n) })
  const signal = await app.db.signal.create({
    data: {
      ...{ strategyId, market: `market of ${admin.id}`, symbol: 'MIDCPNIFTY', interval: '1min', side: 'LONG', pricePaise: 2_451_230n },
      candleTime: new Date('2026-11-20T04:59:00Z'),
    },
  })
  const { id: subscriptionId } = await app.db.subscription.findFirstOrThrow({ where: { userId: admin.id } })
  await app.db.denial.create({
    data: { signalId: signal.id, subscriptionId, userId: admin.id, reason: 'DAILY_LOSS', numbers: { lost: 5 } },
  })
  expect(linesOf(await fileOf(NDJSON_OF['exportDenials']!, admin.text))).toMatchObject([
    { symbol: 'MIDCAP', reason: 'DAILY_LOSS', numbers: { lost: 5 }, price: 24_512.3, candleTime: '2026-11-20T04:59:00+00:00' },
    { complete: true, rows: 1 },
  ])
  expect(linesOf(await fileOf('exportDenials(input: { to: "2026-11-19" }, format: NDJSON)', admin.text))).toEqual([
    { complete: true, rows: 0 },
  ])
  expect(linesOf(await fileOf(NDJSON_OF['exportPerformance']!, admin.text))).toMatchObject([
    { day: null, strategyId, trades: 1, wins: 1, gross: 123.45, net: 59.32, unknown: 0, worstDrawdown: 0 },
    { complete: true, rows: 1 },
  ])
  const row = {
    market: 'export-market',
    feed: 'connected',
    sandbox: false,
    clock: { kind: 'real' },
    heartbeatAt: new Date(),
    lastTickAt: new Date(),
  }
  await app.db.engineState.deleteMany({})
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
  await app.db.candle.deleteMany({ where: { market: 'export-market' } })
  const start = Date.parse('2026-11-20T03:45:00Z')
  await app.db.candle.createMany({
    data: Array.from({ length: 7 }, (_, i) => ({
      ...{ market: 'export-market', symbol: 'NIFTY', time: new Date(start + i * 60_000), volume: 2n },
      ...{ open: BigInt(100 + i), high: BigInt(200 + i), low: BigInt(50 + i), close: BigInt(101 + i) },
    })),
  })
  expect(linesOf(await fileOf(NDJSON_OF['exportCandles']!, admin.text)).at(-1)).toEqual({ complete: true, rows: 7 })
  expect(await fileOf('exportCandles(input: { symbol: "NIFTY", interval: FIVE_MINUTES, to: "2026-11-20" }, format: CSV)', admin.text)).toBe(
    [
      '"time","open","high","low","close","volume"',
      '"2026-11-20T03:45:00+00:00","1","2.04","0.5","1.05","10"',
      '"2026-11-20T03:50:00+00:00","1.05","2.06","0.55","1.07","4"',
      '',
    ].join('\r\n'),
  )
  const said = {
    strategyId,
    market: 'export-market',
    symbol: 'MIDCPNIFTY',
    interval: '5min',
    side: 'NEUTRAL',
    pricePaise: 1_203_405n,
  } as const
  for (const minute of [10, 5])
    await app.db.signal.create({
      data: { ...said, candleTime: new Date(start + minute * 60_000), operandValues: [{ operand: 'EMA(9)', value: 1.5 }] },
    })
  const signals = linesOf(await fileOf(NDJSON_OF['exportSignals']!, admin.text))
  expect(signals.map(({ candleTime }) => candleTime)).toEqual(['2026-11-20T03:50:00+00:00', '2026-11-20T03:55:00+00:00', undefined])
  expect(signals[0]).toMatchObject({
    ...{ strategyId, strategy: '=Trend, "quoted"', version: 1, symbol: 'MIDCAP', interval: '5min', side: 'NEUTRAL', price: 12_034.05 },
    values: [{ operand: 'EMA(9)', value: 1.5 }],
  })
  expect(await fileOf('exportSignals(input: { side: LONG }, format: CSV)', admin.text)).toBe(
    '"id","strategyId","strategy","version","symbol","interval","candleTime","side","price","values","createdAt"\r\n',
  )
  const anonymous = await fileOf(NDJSON_OF['exportAnonymousTrades']!, admin.text)
  expect(linesOf(anonymous).at(-1)).toMatchObject({ complete: true })
  expect(anonymous).not.toContain(admin.id)
  expect(Object.keys(linesOf(anonymous)[0]!)).not.toContain('id')
})

test('item 53: a token gets the files of its scopes and no other, and a session those of its role', async () => {
  const needed: Readonly<Record<string, TokenScope>> = {
    ...{ exportTrades: 'read:own', exportDenials: 'read:own', exportPerformance: 'read:own', exportCandles: 'read:market' },
    exportSignals: 'read:own',
    ...{ exportPerformanceOfAll: 'read:aggregates', exportAnonymousTrades: 'read:all-anonymous' },
  }
  for (const [name, scope] of Object.entries(needed)) {
    const without = await holder(
      'admin',
      TOKEN_SCOPES.filter((one) => one !== scope),
    )
    expect((await ask(NDJSON_OF[name]!, without.text)).body, name).toMatchObject({
      errors: [{ message: `The access token needs the scope ${scope} for ${name}.` }],
    })
    expect((await ask(NDJSON_OF[name]!, (await holder('admin', [scope])).text)).body, name).not.toHaveProperty('errors')
  }
  const user = await holder('user')
  for (const name of ['exportPerformanceOfAll', 'exportAnonymousTrades'])
    expect((await ask(NDJSON_OF[name]!, user.token)).body, name).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  expect((await ask('downloadTradeHistory(input: {})', user.text)).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
})

test('an address is good once; not when its token is revoked, and not for whom the role has been taken from meanwhile', async () => {
  const once = await holder()
  const address = addressIn(await ask(NDJSON_OF['exportTrades']!, once.text))
  expect([(await fetchAt(address)).status, (await fetchAt(address)).status]).toEqual([200, 404])
  const revoked = addressIn(await ask(NDJSON_OF['exportTrades']!, once.text))
  await app.db.$transaction((tx) => endTokens(tx, { id: once.tokenId }))
  expect((await fetchAt(revoked)).status).toBe(404)
  for (const name of ['exportPerformanceOfAll', 'exportAnonymousTrades']) {
    const admin = await holder('admin')
    const asked = addressIn(await ask(NDJSON_OF[name]!, admin.text))
    await app.db.$transaction((tx) => giveRole(tx, admin.id, 'user', { actor: 'command line', reason: null }))
    expect((await fetchAt(asked)).status, name).toBe(403)
    expect((await ask(NDJSON_OF[name]!, admin.text)).body, name).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  }
})

test('each is in the audit log of who asked, with the token that was shown', async () => {
  const asha = await holder()
  await ask(NDJSON_OF['exportTrades']!, asha.text)
  await ask(NDJSON_OF['exportTrades']!, asha.token)
  const entries = await app.db.auditEntry.findMany({
    where: { accountId: asha.id, action: 'DATA_FILE_ASKED' },
    orderBy: { sequence: 'asc' },
  })
  expect(entries.map(({ details, sessionId }) => [details, sessionId])).toEqual([
    [{ file: 'exportTrades', format: 'NDJSON' }, null],
    [{ file: 'exportTrades', format: 'NDJSON' }, asha.id],
  ])
})

test('what is wrong with the filters is said at once', async () => {
  const asha = await holder()
  const wrong = {
    'exportTrades(input: { fromDate: "2026-11-20", toDate: "2026-11-19" }, format: CSV)': 'toDate must not be before fromDate',
    'exportCandles(input: { symbol: "FTSE" }, format: CSV)': 'symbol must be one of NIFTY, BANKNIFTY, SENSEX, MIDCAP, got FTSE',
    'exportPerformance(mode: PAPER, by: [VERSION], format: CSV)': 'by needs STRATEGY beside VERSION: versions are numbered by strategy',
  }
  for (const [mutation, message] of Object.entries(wrong))
    expect((await ask(mutation, asha.token)).body).toMatchObject({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
})

/** Reads the first piece of a file of many rows, and leaves the rest: so many wait in no socket. */
async function begin(token: string, signal?: AbortSignal, mutation = NDJSON_OF['exportTrades']!) {
  const response = await fetchAt(addressIn(await ask(mutation, token)), signal ? { signal } : {})
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  return { status: response.status, reader, first: Buffer.from(value!).toString() }
}
const reading = async () => {
  const found = await app.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND query ~ '^(FETCH|DECLARE)'`
  return found.map(({ pid }) => pid)
}

test('a file whose connection to the database is cut in the middle breaks off, and never looks whole', async () => {
  const asha = await holder()
  await insertManyTrades(app.db, { userId: asha.id, strategyId }, 60_000)
  const { status, reader, first } = await begin(asha.text)
  expect([status, first.startsWith('{"id":')]).toEqual([200, true])
  const [pid] = await reading()
  await app.db.$queryRaw`SELECT pg_terminate_backend(${pid})`
  let rest = ''
  const readOn = async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) rest += Buffer.from(piece.value).toString()
  }
  await expect(readOn()).rejects.toThrow()
  expect(rest).not.toContain('complete')
  await eventually(reading).toEqual([])
  // The next one has a connection of its own.
  expect(linesOf(await fileOf('exportTrades(input: { toDate: "2020-01-01" }, format: NDJSON)', asha.text)).at(-1)).toMatchObject({
    complete: true,
  })
})

test('curl ends with 18 where a CSV file or NDJSON is cut in the middle, and with 0 where it is whole', async () => {
  const asha = await holder()
  await insertManyTrades(app.db, { userId: asha.id, strategyId }, 60_000)
  for (const format of ['CSV', 'NDJSON']) {
    const path = addressIn(await ask(`exportTrades(input: {}, format: ${format})`, asha.text))
    // So slow that most is still to be read when the connection is cut.
    const curl = spawn('curl', ['-sSf', '--limit-rate', '500k', app.url + path], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(curl, 'close')
    let got = ''
    let said = ''
    curl.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    const begun = once(curl.stdout, 'data')
    curl.stdout.on('data', (piece: Buffer) => (got += piece.toString()))
    await begun
    const [pid] = await reading()
    await app.db.$queryRaw`SELECT pg_terminate_backend(${pid})`
    expect({ format, ended: (await ended)[0] as unknown, said }).toEqual({
      format,
      ended: 18,
      said: expect.stringContaining('curl: (18)') as string,
    })
    expect(got.split('\n').length).toBeLessThan(60_000)
    await eventually(reading).toEqual([])
  }
  const path = addressIn(await ask('exportTrades(input: { toDate: "2020-01-01" }, format: CSV)', asha.text))
  const whole = spawn('curl', ['-sSf', app.url + path], { stdio: 'ignore' })
  expect((await once(whole, 'close'))[0]).toBe(0)
})

test('a reader who leaves in the middle leaves no cursor behind; one at a time reads, and the next may begin', async () => {
  const asha = await holder()
  await insertManyTrades(app.db, { userId: asha.id, strategyId }, 60_000)
  for (let i = 0; i < 6; i++) {
    const leaving = new AbortController()
    await begin(asha.text, leaving.signal)
    expect(await reading()).toHaveLength(1)
    if (i === 0) {
      for (const format of ['NDJSON', 'CSV']) {
        const second = await fetchAt(addressIn(await ask(`exportTrades(input: {}, format: ${format})`, asha.token)))
        expect(second.headers.get('content-disposition')).toBeNull()
        expect([second.status, await second.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
      }
    }
    leaving.abort()
    await eventually(reading).toEqual([])
  }
})

test('accounts without a confirmed address share one place: four of them leave three to others', async () => {
  const strangers: Holder[] = []
  for (let i = 0; i < 4; i++) strangers.push(await holder())
  await app.db.user.updateMany({ where: { id: { in: strangers.map(({ id }) => id) } }, data: { emailVerifiedAt: null } })
  const [first, ...others] = strangers
  await insertManyTrades(app.db, { userId: first!.id, strategyId }, 60_000)
  const { reader } = await begin(first!.text)
  for (const { text } of others) {
    const refused = await fetchAt(addressIn(await ask(NDJSON_OF['exportTrades']!, text)))
    expect([refused.status, await refused.json()]).toMatchObject([
      ...[429, { message: expect.stringMatching(/without a confirmed e-mail address .* Confirm your address/) as string }],
    ])
  }
  expect(await reading()).toHaveLength(1)
  expect(linesOf(await fileOf('exportTrades(input: {}, format: NDJSON)', (await holder()).text)).at(-1)).toMatchObject({ complete: true })
  await reader.cancel()
  await eventually(reading).toEqual([])
  expect(linesOf(await fileOf('exportTrades(input: {}, format: NDJSON)', others[0]!.text)).at(-1)).toMatchObject({ complete: true })
})

test('a gateway that closes while somebody reads on cuts the file off, and leaves no cursor behind', async () => {
  const asha = await holder()
  await insertManyTrades(app.db, { userId: asha.id, strategyId }, 60_000)
  const other = await startTestGateway({ databaseUrl: app.databaseUrl })
  const response = await fetch(other.url + addressIn(await ask(NDJSON_OF['exportTrades']!, asha.text)))
  const reader = response.body!.getReader()
  await reader.read()
  expect(await reading()).toHaveLength(1)
  await other.close()
  expect(await reading()).toEqual([])
  const readOn = async () => {
    while (!(await reader.read()).done);
  }
  await expect(readOn()).rejects.toThrow()
})

test('readers who take nothing lose their connections, and keep no place from others', async () => {
  const market = `market ${people++}`
  const row = { market, feed: 'connected', sandbox: false, clock: { kind: 'real' }, heartbeatAt: new Date(), lastTickAt: new Date() }
  await app.db.engineState.deleteMany({})
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...row } })
  await app.db.$executeRaw`
    INSERT INTO "Candle" (market, symbol, "time", open, high, low, close, volume)
    SELECT ${market}, 'NIFTY', timestamptz '2020-01-01 04:00Z' + n * interval '1 minute', 2000000, 2000000, 2000000, 2000000, 0
    FROM generate_series(1, 200000) n`
  const stalled = []
  for (let i = 0; i < 4; i++) stalled.push(await begin((await holder()).text, undefined, NDJSON_OF['exportCandles']!))
  // What is read ahead fills sockets and stops there: each cursor stands between two batches.
  let before = ''
  const stand = async () => {
    const now = await app.db.$queryRaw<object[]>`
      SELECT pid, state_change FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'FETCH%' AND state = 'idle in transaction' ORDER BY pid`
    const same = now.length === 4 && JSON.stringify(now) === before
    before = JSON.stringify(now)
    return same
  }
  await expect.poll(stand, { interval: 500 }).toBe(true)
  for (const pid of await reading()) await app.db.$queryRaw`SELECT pg_terminate_backend(${pid})`
  await eventually(reading).toEqual([])
  expect(
    linesOf(await fileOf('exportCandles(input: { symbol: "NIFTY", to: "2020-01-01" }, format: NDJSON)', (await holder()).text)).at(-1),
  ).toMatchObject({
    complete: true,
  })
  for (const { reader } of stalled) await reader.cancel()
})
