import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHIPPED_MARKET_TABLES as shipped } from '../../../schema/market/shippedTables.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const REPUBLIC_DAY = { date: '2027-01-26', note: 'Republic Day' }
const ADDED = 'Holidays: 2027-01-26, Republic Day is added'

let app: TestGateway
let meera: TestUser
let kiran: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  const [first, second, ravi] = await Promise.all(['Meera', 'Kiran', 'Ravi'].map((name) => app.user(name)))
  meera = first!
  kiran = second!
  await app.db.user.updateMany({ where: { id: { in: [meera.id, kiran.id] } }, data: { role: 'admin', twoFactorAt: new Date() } })
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  const heartbeat = { market: 'test', clock: { kind: 'real' }, feed: 'connected', sandbox: false, heartbeatAt: new Date() }
  await app.db.engineState.create({ data: { ...heartbeat, nodeId: meera.id } })
  const contract = { exchange: 'NFO', index: 'NIFTY', tradingSymbol: 'NIFTY24500CE', expiry: '2099-12-29' }
  await insertTrade(app.db, { userId: ravi!.id, strategyId, market: 'test', option: 'NIFTY24500CE', contract })
  await insertTrade(app.db, { userId: ravi!.id, strategyId, market: 'other', option: 'NIFTY24500CE', contract })
})
afterAll(() => app.close())

const MARKET = 'version tables vix { days from latest { date close } }'
const PREVIEW = 'version mistakes { path row reason } changes affected { option paper live effects }'

async function ask(query: string, variables: Record<string, unknown> = {}, { token } = meera): Promise<unknown> {
  const { body } = await app.graphql(query, { token, variables })
  const { data, errors } = body as { data: Record<string, unknown> | null; errors?: { message: string; extensions: object }[] }
  return errors?.[0] ?? Object.values(data!)[0]
}
const preview = (input: object) => ask(`query ($input: MarketChangeInput!) { previewMarket(input: $input) { ${PREVIEW} } }`, { input })
const save = (version: number, input: object, admin = meera) =>
  ask(
    `mutation ($version: Int!, $input: MarketChangeInput!) { saveMarket(version: $version, input: $input) { ${MARKET} } }`,
    { version, input },
    admin,
  )
const managed = () => ask(`{ managedMarket { ${MARKET} } }`) as Promise<{ version: number; tables: typeof shipped }>
const history = () => ask('{ marketChanges { version by changes } }')
const withHoliday = (holiday: object, tables: typeof shipped) => ({ tables: { ...tables, holidays: [...tables.holidays, holiday] } })

test('a change is previewed, saved on the version of the preview, noted, audited and undone', async () => {
  const { version, tables } = await managed()
  expect([version, tables.holidays]).toEqual([0, shipped.holidays])
  const input = withHoliday(REPUBLIC_DAY, tables)
  expect(await preview(input)).toMatchObject({ version: 0, mistakes: [], changes: [ADDED] })
  expect(await managed()).toMatchObject({ version: 0 })

  expect(await save(0, input)).toMatchObject({ version: 1 })
  expect(await save(0, withHoliday({ date: '2027-08-15', note: 'Another' }, tables), kiran)).toMatchObject({
    message: `Nothing was saved: you previewed version 0, but 1 is now in force. Changes since: Meera: ${ADDED}. Preview it again.`,
    extensions: { code: 'CONFLICT' },
  })
  expect(await history()).toEqual([{ version: 1, by: 'Meera', changes: [ADDED] }])
  const audit = await app.db.auditEntry.findMany({ where: { action: 'MARKET_TABLES_CHANGED' } })
  expect(audit).toMatchObject([{ accountId: meera.id, details: { version: 1 } }])

  const undo = { undo: 1 }
  expect(await preview(undo)).toMatchObject({ version: 1, changes: ['Holidays: 2027-01-26, Republic Day is removed'] })
  expect(await save(1, undo, kiran)).toMatchObject({ version: 2, tables: { holidays: tables.holidays } })
  expect(await preview({ undo: 99 })).toMatchObject({ extensions: { code: 'NOT_FOUND' } })
})

test('a preview says what becomes of open trades of the market', async () => {
  const { tables } = await managed()
  const lot = { index: 'NIFTY', from: '2099-01-01', lot: 10, keptOldLot: [] }
  expect(await preview({ tables: { ...tables, lotRules: [...tables.lotRules, lot] } })).toMatchObject({
    affected: [{ option: 'NIFTY24500CE', paper: 1, live: 0, effects: ['lot 65 units → 10 units'] }],
  })
})

test('what breaks a rule is refused with every row named, and nothing is stored', async () => {
  const { version, tables } = await managed()
  const overlap = { kind: 'GST', exchange: 'NFO', from: '2027-01-01', value: 18 }
  const input = {
    tables: {
      ...tables,
      holidays: [...tables.holidays, { date: '2027-01-24', note: 'A Sunday' }],
      chargeRates: [...tables.chargeRates, overlap],
    },
  }
  const [sunday, rate] = [`holidays[${tables.holidays.length}].date`, `chargeRates[${tables.chargeRates.length}]`]
  const { mistakes } = (await preview(input)) as { mistakes: { path: string; row: string }[] }
  expect(mistakes.map(({ path }) => path)).toEqual([sunday, rate])
  expect(mistakes[1]?.row).toBe(JSON.stringify(overlap))
  expect(await save(version, input)).toMatchObject({
    extensions: {
      code: 'BAD_USER_INPUT',
      fieldErrors: { [sunday]: expect.stringContaining('A Sunday') as string, [rate]: expect.stringContaining('BOTH') as string },
    },
  })

  // 2026-11-20 is the day on which the trades were opened.
  expect(await preview(withHoliday({ date: '2026-11-20', note: 'Too late' }, tables))).toMatchObject({
    mistakes: [
      {
        path: `holidays[${tables.holidays.length}].date`,
        row: '{"date":"2026-11-20","note":"Too late"}',
        reason: 'expected a day on which nobody traded: on 2026-11-20 2 trades were opened or closed',
      },
    ],
  })
  expect(await managed()).toMatchObject({ version, tables: { holidays: tables.holidays } })
  for (const nothing of [{}, { undo: 1, vix: 'date,close' }])
    expect(await preview(nothing)).toMatchObject({ message: 'Exactly one of tables, vix and undo is expected.' })
})

test('days of India VIX are imported and taken back, and every line that is none is named', async () => {
  const { version } = await managed()
  const bad = 'date,close\n2025-08-28,0\n2025-08-29,11.75\ntoday,12\n'
  expect(await preview({ vix: bad })).toMatchObject({ mistakes: [{ path: 'line 2' }, { path: 'line 4' }], changes: [] })
  const vix = 'date,close\n2025-08-28,12.18\n2025-08-29,11.75\n'
  expect(await preview({ vix })).toMatchObject({ changes: ['India VIX: 2 days are added, 2025-08-28 to 2025-08-29'], affected: [] })
  expect(await save(version, { vix })).toMatchObject({
    version: version + 1,
    vix: { days: 2, from: '2025-08-28', latest: [{ date: '2025-08-29', close: 11.75 }, { date: '2025-08-28' }] },
  })
  await save(version + 1, { vix: 'date,close\n2025-08-29,11.8\n' })
  expect(await save(version + 2, { undo: version + 2 })).toMatchObject({ vix: { latest: [{ close: 11.75 }, { close: 12.18 }] } })
  expect(await save(version + 3, { undo: version + 1 })).toMatchObject({ version: version + 4, vix: { days: 0, from: null, latest: [] } })
})

test('REST clients do the same', async () => {
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    app.rest(method, `/admin/market${path}`, { token: meera.token, ...(body ? { body } : {}) })
  const { body } = await call('GET', '')
  const { version, tables } = (body as { data: { version: number; tables: typeof shipped } }).data
  const input = withHoliday(REPUBLIC_DAY, tables)
  expect((await call('POST', '/preview', input)).body).toMatchObject({ data: { version, changes: [ADDED] } })
  expect(await call('PUT', '', { ...input, version })).toMatchObject({ status: 200, body: { data: { version: version + 1 } } })
  expect(await call('PUT', '', { ...input, version })).toMatchObject({ status: 409 })
  expect((await call('GET', '/history?first=1')).body).toMatchObject({ data: [{ version: version + 1, by: 'Meera' }] })
})
