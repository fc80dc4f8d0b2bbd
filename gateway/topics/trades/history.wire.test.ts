import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let ema: string
let named: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  ema = await insertStrategy(app.db, 'ema-crossover')
  named = await insertStrategy(app.db, 'supertrend', { name: '=100%_sure "Trend", fast' })
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(() => app.db.trade.deleteMany())

/** Ids of Asha's history under these filters. */
async function ids(filters: Record<string, string>): Promise<string[]> {
  const { status, body } = await app.rest('GET', `/trades/history?${new URLSearchParams(filters)}`, { token: asha.token })
  expect(status).toBe(200)
  return (body as { data: { trades: { id: string }[] } }).data.trades.map((trade) => trade.id)
}

async function csv(filters: Record<string, string>, token = asha.token): Promise<{ headers: Headers; text: string }> {
  const response = await fetch(`${app.url}/api/trades/history.csv?${new URLSearchParams(filters)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { headers: response.headers, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
}

describe('the history’s filters', () => {
  test('find every word in symbol, index or strategy, whatever its case, and take signs of LIKE for what they are', async () => {
    const nifty = await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(100n) })
    const midcap = await insertTrade(app.db, {
      ...{ userId: asha.id, strategyId: named, ...closedWith(-100n) },
      ...{ index: 'MIDCPNIFTY', option: 'MIDCPNIFTY24NOV2612700PE', entryTime: new Date('2026-11-20T04:00:00Z') },
    })
    expect(await ids({ search: 'ema crossover' })).toEqual([nifty])
    expect(await ids({ search: '24500ce' })).toEqual([nifty])
    expect(await ids({ search: 'Nifty 50 24,500' })).toEqual([nifty])
    expect(await ids({ search: 'midcap' })).toEqual([midcap])
    expect(await ids({ search: 'midcap ema' })).toEqual([])
    expect(await ids({ search: '100%_sure' })).toEqual([midcap])
    expect(await ids({ search: '100%sure' })).toEqual([])
    expect(await ids({ search: '_' })).toEqual([midcap])
    expect(await ids({ search: '\\' })).toEqual([])
    expect(await ids({ search: '  ' })).toEqual([nifty, midcap])
    expect(await ids({ status: 'STOPLOSS_HIT' })).toEqual([midcap])
    expect(await ids({ status: 'STOPLOSS_HIT', search: 'ema' })).toEqual([])
    expect([await ids({ exitReason: 'TARGET' }), await ids({ exitReason: 'MANUAL' })]).toEqual([[nifty], []])
  })

  test('count in the totals, and are the same by GraphQL', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(75_000n) })
    await insertTrade(app.db, { userId: asha.id, strategyId: named, ...closedWith(-20_000n) })
    const query = `query ($input: TradeHistoryInput) { tradeHistory(input: $input) { totalTrades totalProfitRs winRate } }`
    const { body } = await app.graphql(query, { token: asha.token, variables: { input: { search: 'EMA', status: 'TARGET_HIT' } } })
    expect(body).toEqual({ data: { tradeHistory: { totalTrades: 1, totalProfitRs: 750, winRate: 100 } } })
  })

  test('have paper and live together in the list and never in one total: live where any is, or the mode that is asked for', async () => {
    const paper = await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(75_000n) })
    const live = await insertTrade(app.db, { userId: asha.id, strategyId: ema, mode: 'LIVE', ...closedWith(-20_000n) })
    const totals = async (query: string) =>
      ((await app.rest('GET', `/trades/history${query}`, { token: asha.token })).body as { data: object }).data
    expect((await ids({})).sort()).toEqual([paper, live].sort())
    expect(await totals('')).toMatchObject({ matchingTrades: 2, mode: 'LIVE', totalTrades: 1, winRate: 0, totalProfitRs: -200 })
    const onPaper = { matchingTrades: 1, mode: 'PAPER', totalTrades: 1, winRate: 100, totalProfitRs: 750 }
    expect(await totals('?mode=PAPER')).toMatchObject({ ...onPaper, trades: [{ id: paper }] })
    expect(await totals('?mode=LIVE&status=COMPLETED')).toMatchObject({ mode: 'LIVE', totalTrades: 0, winRate: 0, totalProfitRs: 0 })
    expect(await totals('?search=nothing')).toMatchObject({ mode: 'PAPER', matchingTrades: 0, totalTrades: 0 })
    const csv = await fetch(`${app.url}/api/trades/history.csv?mode=LIVE`, { headers: { authorization: `Bearer ${asha.token}` } })
    expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(2)
  })

  test.each([
    [{ mode: 'BOTH' }, 'mode must be one of PAPER, LIVE, got BOTH'],
    [{ search: 'x'.repeat(10_000) }, 'search must be at most 100 characters long'],
    [{ search: 'a\u0000b' }, 'search must not contain control characters'],
    [{ status: 'RUNNING' }, 'status must be one of TARGET_HIT, STOPLOSS_HIT, COMPLETED, got RUNNING'],
    [{ exitReason: 'BORED' }, expect.stringMatching(/^exitReason must be one of TARGET, STOP, .*, got BORED$/)],
    [{ fromDate: '0000-01-01' }, 'fromDate must be a date from 2000 to 2099, got 0000-01-01'],
    [{ toDate: '9999-12-31' }, 'toDate must be a date from 2000 to 2099, got 9999-12-31'],
    [{ fromDate: '2026-11-20', toDate: '2026-11-19' }, 'toDate must not be before fromDate'],
  ])('%# are refused in plain words by the list and by the file', async (filters, message) => {
    for (const path of ['/trades/history', '/trades/history.csv']) {
      const { status, body } = await app.rest('GET', `${path}?${new URLSearchParams(filters)}`, { token: asha.token })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message })
    }
  })

  test('have running trades in the list unless they are left out; they are counted, and add nothing up', async () => {
    const closed = await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(75_000n) })
    const running = await insertTrade(app.db, { userId: asha.id, strategyId: ema, entryTime: new Date('2026-11-20T06:00:00Z') })
    await insertTrade(app.db, { userId: ravi.id, strategyId: ema })
    expect(await ids({})).toEqual([running, closed])
    expect(await ids({ running: 'true' })).toEqual([running, closed])
    expect(await ids({ running: 'false' })).toEqual([closed])
    expect(await ids({ first: '1', after: running })).toEqual([closed])
    expect(await ids({ status: 'TARGET_HIT' })).toEqual([closed])
    const { body } = await app.rest('GET', '/trades/history', { token: asha.token })
    expect(body).toMatchObject({
      data: { trades: [{ status: 'RUNNING' }, { status: 'TARGET_HIT' }], totalTrades: 2, winRate: 100, totalProfitRs: 750 },
    })
    expect((await app.rest('GET', '/trades/history?running=maybe', { token: asha.token })).body).toMatchObject({
      message: 'running must be true or false',
    })
    const byGraphql = await app.graphql('{ tradeHistory { edges { node { id } } } }', { token: asha.token })
    expect(byGraphql.body).toEqual({ data: { tradeHistory: { edges: [{ node: { id: closed } }] } } })
  })

  test('offer the strategies the user has or had, and no other’s', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId: named, ...closedWith(100n) })
    await app.db.subscription.updateMany({ where: { userId: asha.id, strategyId: named }, data: { endedAt: new Date() } })
    await app.db.subscription.deleteMany({ where: { userId: asha.id, strategyId: ema } })
    await insertTrade(app.db, { userId: ravi.id, strategyId: ema, ...closedWith(100n) })
    const { body } = await app.graphql('{ tradedStrategies { id name } }', { token: asha.token })
    expect(body).toEqual({ data: { tradedStrategies: [{ id: named, name: '=100%_sure "Trend", fast' }] } })
  })
})

describe('the history as a file', () => {
  test('is named, has headings and quotes every cell; names are no formulas, what is unknown is empty', async () => {
    await insertTrade(app.db, { userId: asha.id, strategyId: named, ...closedWith(-30_050n) })
    await insertTrade(app.db, {
      ...{ userId: asha.id, strategyId: ema, signal: 'NEUTRAL', status: 'COMPLETED', exitReason: 'MARKET_CHANGED' },
      ...{ exitTime: new Date('2026-11-19T09:30:00Z'), entryTime: new Date('2026-11-18T20:00:00Z') },
    })
    await insertTrade(app.db, { userId: asha.id, strategyId: ema })
    await insertTrade(app.db, { userId: ravi.id, strategyId: ema, ...closedWith(100n) })
    const { headers, text } = await csv({})
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="trade-history.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text.split('\r\n')).toEqual([
      '\ufeff"Symbol","Strategy","Side","Entry Price","Exit Price","Entry Time","Exit Time","P&L","Status","Date",' +
        '"Mode","Quantity","Charges","Net P&L","Exit Reason","Failed Legs"',
      '"NIFTY24NOV2624500CE","\'=100%_sure ""Trend"", fast","CALL","100","96","2026-11-20T10:30:00+05:30","2026-11-20T11:00:00+05:30",' +
        '"-300.5","STOPLOSS_HIT","2026-11-20","PAPER","75","64.13","-364.63","the premium reached the stop loss",""',
      '"NIFTY24NOV2624500CE","EMA Crossover","NEUTRAL","100","","2026-11-19T01:30:00+05:30","2026-11-19T15:00:00+05:30",' +
        '"","COMPLETED","2026-11-19","PAPER","75","26.55","","its market was replaced by another",""',
      '',
    ])
  })

  test('holds every trade that matches exactly once, over more than one reading', async () => {
    const first = await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(100n) })
    // Twelve thousand more, two hundred at each of sixty moments, numbered in their quantity.
    await app.db.$executeRaw`
      INSERT INTO "Trade" SELECT (r).* FROM (
        SELECT jsonb_populate_record(trade, jsonb_build_object('id', gen_random_uuid(), 'quantity', 1000 + n,
          'entryTime', trade."entryTime" - (n % 60) * interval '1 minute')) AS r
        FROM "Trade" trade, generate_series(1, 12000) n WHERE trade.id = ${first}::uuid) copies`
    const lines = (await csv({ strategy: ema })).text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(12_001)
    const quantities = lines.map((line) => Number(line.split('","')[11]))
    expect(new Set(quantities).size).toBe(12_001)
    const times = lines.map((line) => line.split('","')[5] ?? '')
    expect(times).toEqual(times.toSorted().reverse())
    expect((await csv({ strategy: named })).text.trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('is for the signed-in', async () => {
    const { status, body } = await app.rest('GET', '/trades/history.csv')
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
