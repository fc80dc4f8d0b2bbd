import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type Answer, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

const HISTORY = 'mutation ($input: HistoryFiltersInput!) { downloadTradeHistory(input: $input) { address expiresAt } }'
const REPORT = 'mutation ($input: ReportInput!) { downloadReport(input: $input) { address expiresAt } }'
const OVER = 'This download was already used or has expired. Start it again from the page where you found it.'

let app: TestGateway
let ema: string
let supertrend: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  ema = await insertStrategy(app.db, 'ema-crossover')
  supertrend = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  await insertTrade(app.db, { userId: asha.id, strategyId: ema, ...closedWith(12_300n) })
  await insertTrade(app.db, { userId: asha.id, strategyId: supertrend, ...closedWith(-4_500n) })
  await insertTrade(app.db, { userId: ravi.id, strategyId: ema, ...closedWith(6_700n) })
})
afterAll(() => app.close())

const ask = (query: string, input: object, { token }: TestUser = asha) => app.graphql(query, { variables: { input }, token })
const addressIn = ({ body }: Answer) => Object.values((body as { data: Record<string, { address: string }> }).data)[0]!.address
const addressOf = async (input: object = {}, user = asha) => addressIn(await ask(HISTORY, input, user))
const fetchAt = (address: string, options: RequestInit = {}, { url } = app) => fetch(url + address, options)
async function expectOver(response: Response): Promise<void> {
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND', message: OVER })
}
/** As another client gets the same file. */
async function rest(path: string, { token }: TestUser = asha): Promise<string> {
  return (await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).text()
}

describe('a download', () => {
  test('is the file of those filters, the caller’s alone, without a token and not to be kept by anybody between', async () => {
    const response = await fetchAt(await addressOf({ strategyId: ema }))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="trade-history.csv"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const text = await response.text()
    expect(text).toBe(await rest(`/trades/history.csv?strategy=${ema}`))
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    const report = await fetchAt(addressIn(await ask(REPORT, { mode: 'PAPER' })))
    expect(report.headers.get('content-disposition')).toBe('attachment; filename="report-trades.csv"')
    const reported = await report.text()
    expect(reported).toBe(await rest('/reports/trades.csv?mode=PAPER'))
    expect(reported.trimEnd().split('\r\n')).toHaveLength(3)
  })

  test('has an address that says nothing of the session and is good for a minute; only a hash of it is stored', async () => {
    const { body } = await ask(HISTORY, {})
    const { address, expiresAt } = (body as { data: { downloadTradeHistory: { address: string; expiresAt: string } } }).data
      .downloadTradeHistory
    expect(address).toMatch(/^\/downloads\?ticket=[\w-]{43}$/)
    expect(Date.parse(expiresAt) - Date.now()).toSatisfy((left: number) => left > 50_000 && left <= 60_000)
    const stored = await app.db.$queryRaw<{ row: string }[]>`SELECT t::text AS row FROM "DownloadTicket" t`
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(address.split('=')[1])
    expect((await fetchAt(address)).status).toBe(200)
  })

  test('is served once, also of two who come together, by whichever gateway', async () => {
    const other = await startTestGateway({ databaseUrl: app.databaseUrl })
    try {
      const address = await addressOf()
      const answers = await Promise.all([fetchAt(address), fetchAt(address, {}, other)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      await expectOver(await fetchAt(address))
      expect((await fetchAt(await addressOf(), {}, other)).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('is refused in the same words when it is forged, too old, or its session has ended', async () => {
    for (const forged of ['/downloads', '/downloads?ticket=', `/downloads?ticket=${'A'.repeat(43)}`, '/downloads?ticket=a&ticket=b'])
      await expectOver(await fetchAt(forged))
    await expectOver(await fetchAt(`/downloads?ticket=${'A'.repeat(5_000)}`))
    const old = await addressOf()
    await app.db.downloadTicket.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    await expectOver(await fetchAt(old))
    const meera = await app.user('Meera')
    const left = await addressOf({}, meera)
    await app.db.session.update({ where: { id: meera.id }, data: { endedAt: new Date(), endedBy: 'SIGNED_OUT' } })
    await expectOver(await fetchAt(left))
  })

  test('is not used up by who only looks, and comes whole to who asks for a part', async () => {
    const address = await addressOf()
    for (const method of ['HEAD', 'OPTIONS', 'POST']) expect((await fetchAt(address, { method })).status, method).toBe(404)
    const response = await fetchAt(address, { headers: { range: 'bytes=10-20' } })
    expect([response.status, response.headers.get('accept-ranges'), response.headers.get('content-range')]).toEqual([200, 'none', null])
    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(3)
  })

  test('is for the browser that asked: another one gets nothing, and uses nothing up', async () => {
    const { token } = asha
    const address = addressIn(await app.graphql(HISTORY, { variables: { input: {} }, token, cookie: 'sakha_device=hers' }))
    await expectOver(await fetchAt(address))
    await expectOver(await fetchAt(address, { headers: { cookie: 'sakha_device=his', authorization: `Bearer ${ravi.token}` } }))
    await expectOver(await fetchAt(address, { headers: { authorization: `Bearer ${token}` } }))
    expect((await fetchAt(address, { headers: { cookie: 'other=1; sakha_device=hers' } })).status).toBe(200)
  })

  test('has nothing of another user, whatever it is filtered by', async () => {
    const text = await (await fetchAt(await addressOf({ strategyId: supertrend }, ravi))).text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(1)
  })
})

describe('asking for one', () => {
  test('tells at once what is wrong with the filters, in the words of the list', async () => {
    expect((await ask(HISTORY, { fromDate: '2026-11-20', toDate: '2026-11-19' })).body).toMatchObject({
      errors: [{ message: 'toDate must not be before fromDate', extensions: { code: 'BAD_USER_INPUT' } }],
    })
    expect((await ask(REPORT, { mode: 'PAPER', strategyId: 'all' })).body).toMatchObject({
      errors: [{ message: 'strategyId must be an id, got all' }],
    })
  })

  test('is for the signed-in', async () => {
    const { body } = await app.graphql(HISTORY, { variables: { input: {} } })
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  test('is done once in a request', async () => {
    const before = await app.db.downloadTicket.count()
    const fifteen = Array.from({ length: 15 }, (_, i) => `a${i}: downloadTradeHistory(input: {}) { address }`).join(' ')
    for (const fields of [fifteen, 'downloadTradeHistory(input: {}) { address } downloadReport(input: { mode: PAPER }) { address }'])
      expect((await app.graphql(`mutation { ${fields} }`, { token: asha.token })).body).toMatchObject({
        errors: [{ message: 'A request asks for one download.', extensions: { code: 'BAD_USER_INPUT' } }],
      })
    expect(await app.db.downloadTicket.count()).toBe(before)
  })

  test('is done twenty times a minute from one address', async () => {
    const answers: Answer[] = []
    while (answers.length < 21 && !answers.at(-1)?.headers.get('retry-after')) answers.push(await ask(HISTORY, {}))
    expect(answers.at(-1)?.body).toMatchObject({
      errors: [{ message: expect.stringMatching(/^Too many attempts/), extensions: { code: 'RATE_LIMITED' } }],
    })
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 0 && seconds <= 60)
  })
})
