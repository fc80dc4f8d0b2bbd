import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLiveGates } from '../../../prisma/testing/openLiveGates.ts'
import type { ReadinessFacts } from '../../../schema/brokerReadiness.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import type { OrderCallKind } from '../../../schema/trading/orderBudget.ts'
import { RISK_TEXT_VERSION } from '../../../schema/trading/riskText.ts'
import { insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { hashOf } from '../audit/AuditChain.ts'

const OVERVIEW = `{ complianceConcernsMe compliance {
  address { outgoing registered state text } algoId
  register { strategy version lots until riskTextVersion } orders { option strategy side quantity status tag brokerOrderId algoId }
} }`
const NOTHING = { complianceConcernsMe: false, compliance: { address: null, algoId: null, register: [], orders: [] } }
const FACTS: ReadinessFacts = {
  ...{ marketAt: 0, tokenProblem: null, fundsPaise: null, clock: null, market: null },
  address: { registered: '203.0.113.7', outgoing: '203.0.113.9', refusal: null },
}

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
/** Asha's live trade, and the order that opened it. */
let tradeId: string
let orderId: string
beforeAll(async () => {
  app = await startTestGateway({ allowLive: 'EVERYBODY' })
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

async function overview({ token }: TestUser = asha) {
  const { body } = await app.graphql(OVERVIEW, { token })
  return (body as { data: typeof NOTHING & { compliance: { register: object[]; orders: { tag: string; algoId: string | null }[] } } }).data
}
const rest = async (path: string, { token }: TestUser = asha) =>
  (await app.rest('GET', `/compliance${path}`, { token })).body as { data: Record<string, unknown>; message: string }

interface Line extends Readonly<Record<string, unknown>> {
  readonly type: string
}
/** The log as its owner downloads it in the browser, and as another client does. */
async function log({ token }: TestUser = asha): Promise<Line[]> {
  const { body } = await app.graphql('mutation { downloadComplianceLog { address } }', { token })
  const { address } = (body as { data: { downloadComplianceLog: { address: string } } }).data.downloadComplianceLog
  const response = await fetch(app.url + address)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="compliance-log.ndjson"')
  const lines = linesOf(await response.text())
  const direct = await fetch(`${app.url}/api/compliance/log.ndjson`, { headers: { authorization: `Bearer ${token}` } })
  expect(linesOf(await direct.text()).slice(1)).toEqual(lines.slice(1))
  return lines
}
/** Adds so many entries to Asha's audit log. */
async function lengthenChain(entries: number): Promise<void> {
  const accountId = asha.id
  const last = await app.db.auditEntry.findFirstOrThrow({ where: { accountId }, orderBy: { sequence: 'desc' } })
  const rows = [last]
  while (rows.length <= entries) {
    const { sequence, hash } = rows.at(-1)!
    const facts = { actor: 'owner', sessionId: null, details: {}, sealed: null, deviceMark: null }
    const next = { accountId, sequence: sequence + 1, at: new Date(), action: 'LIMITS_CHANGED', ...facts }
    rows.push({ ...next, hash: hashOf(next, hash) })
  }
  await app.db.auditEntry.createMany({ data: rows.slice(1).map((row) => ({ ...row, details: {} })) })
}
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
const ofType = (lines: readonly Line[], type: string) => lines.filter((line) => line.type === type)

describe('the compliance page', () => {
  test('concerns nobody who never came near live trading', async () => {
    const onPaper = await insertStrategy(app.db, 'supertrend')
    await insertEntryOrder(app.db, await insertTrade(app.db, { userId: asha.id, strategyId: onPaper }))
    expect(await overview()).toEqual(NOTHING)
    expect((await log()).map(({ type }) => type)).toEqual(['log', 'verification'])
  })

  test('compares the address that orders leave from with the registered one, in words', async () => {
    await openLiveGates(app.db, asha.id)
    const account = { connect: { userId: asha.id } }
    await app.db.brokerReadiness.create({ data: { account, checkedAt: new Date(), marketAt: new Date(), facts: { ...FACTS } } })
    const { complianceConcernsMe, compliance } = await overview()
    expect(complianceConcernsMe).toBe(true)
    expect(compliance.address).toEqual({
      ...{ outgoing: '203.0.113.9', registered: '203.0.113.7', state: 'ATTENTION' },
      text: 'Orders leave from 203.0.113.9, and 203.0.113.7 is registered at the broker, which refuses them. Register the other one.',
    })
    const unset = { ...FACTS, address: { ...FACTS.address, registered: null } }
    await app.db.brokerReadiness.updateMany({ data: { facts: unset } })
    expect((await overview()).compliance.address).toMatchObject({ text: expect.stringContaining('operator of this server') as string })
    await app.db.user.update({ where: { id: asha.id }, data: { role: 'admin' } })
    expect((await overview()).compliance.address).toMatchObject({ text: expect.stringContaining('SMARTAPI_STATIC_IP') as string })
    await app.db.user.update({ where: { id: asha.id }, data: { role: 'user' } })
    await app.db.brokerReadiness.updateMany({ data: { facts: { ...FACTS } } })
  })

  test('registers a live strategy by the switch itself, its version, its lots and the risk text; and until when', async () => {
    const { id } = await app.db.subscription.create({ data: { userId: asha.id, strategyId } })
    const put = (body: object) => app.rest('PUT', `/strategy/user/${id}`, { body, token: asha.token })
    const registered = async () => (await overview()).compliance.register
    const first = { strategy: 'EMA Crossover', version: 1, lots: 1, riskTextVersion: RISK_TEXT_VERSION }
    expect((await put({ paperTrade: false, confirmation: 'LIVE' })).status).toBe(200)
    expect(await registered()).toEqual([{ ...first, until: null }])
    await put({ quantity: 3, paperTrade: false, confirmation: 'LIVE' })
    expect(await registered()).toEqual([
      { ...first, lots: 3, until: null },
      { ...first, until: expect.any(String) as string },
    ])
    await put({ maxTrades: 2 })
    expect(await registered()).toMatchObject([{ lots: 3, until: null }, { lots: 1 }])
    await put({ paperTrade: true })
    expect(await registered()).toMatchObject([{ until: expect.any(String) as string }, {}])
    await put({ paperTrade: false, confirmation: 'LIVE' })
    expect(await app.db.liveRegistration.count({ where: { until: null } })).toBe(1)
  })

  test('shows each live order with the algo id that was registered when it was stored', async () => {
    tradeId = await insertTrade(app.db, { userId: asha.id, strategyId, mode: 'LIVE' })
    await insertEntryOrder(app.db, tradeId)
    await app.db.brokerSetup.create({ data: { broker: 'sandbox', algoId: 'NSE-1234' } })
    const order = await app.db.order.findFirstOrThrow({ where: { tradeId } })
    const { userId, subscriptionId, legId, quantity, intendedAt } = order
    orderId = order.id
    await app.db.order.create({
      data: {
        ...{ userId, subscriptionId, tradeId, legId, clientOrderId: 'X-later', mode: 'LIVE', purpose: 'EXIT', exitReason: 'TARGET' },
        ...{ side: 'SELL', status: 'SUBMITTED', contract: order.contract ?? {}, quantity, intendedAt },
      },
    })
    const stop = { legId, slice: 0, quantity: 75, reason: 'STOP' } as const
    await app.db.exitAtBroker.createMany({
      data: [
        { ...stop, clientOrderId: 'S-resting' },
        { ...stop, clientOrderId: 'H-by-hand' },
      ],
    })
    const { compliance } = await overview()
    expect(compliance.algoId).toBe('NSE-1234')
    expect(compliance.orders.map(({ tag, algoId }) => [tag, algoId])).toEqual([
      ['X-later', 'NSE-1234'],
      [order.clientOrderId, null],
    ])
    expect(compliance.orders[1]).toMatchObject({ option: 'NIFTY24NOV2624500CE', strategy: 'EMA Crossover', side: 'BUY', quantity: 75 })
    const atBroker = await app.db.exitAtBroker.findMany({ orderBy: { clientOrderId: 'desc' } })
    expect(atBroker.map(({ algoId }) => algoId)).toEqual(['NSE-1234', null])
  })

  test('counts every call on orders against the limits, in whatever second it fell, and says what it did', async () => {
    // On one second, at its end and at the beginning of the next.
    const second = Math.floor(Date.now() / 1_000) * 1_000 - 5 * MINUTE
    const call = (kind: OrderCallKind, at: number) => ({ id: randomUUID(), userId: asha.id, at: new Date(at), kind })
    await app.db.orderCall.createMany({
      data: [
        ...[call('ENTRY', second + 900), call('EXIT', second + 1_100), call('CHANGE', second + 1_200), call('CHANGE', second + 1_300)],
        ...[call('CANCELLATION', second + 1_900), call('ENTRY', second - 16 * MINUTE)],
      ],
    })
    const bySecond = await rest('/order-budget?window=SECOND')
    expect(bySecond.data).toMatchObject({ window: 'SECOND', limit: 8, peak: 4 })
    expect(bySecond.data['used']).toEqual([
      { at: new Date(second).toISOString(), orders: 1, entries: 1, exits: 0, changes: 0, cancellations: 0 },
      { at: new Date(second + 1_000).toISOString(), orders: 4, entries: 0, exits: 1, changes: 2, cancellations: 1 },
    ])
    const asked = '{ orderBudget(window: HOUR) { limit peak used { orders entries exits changes cancellations } } }'
    const { body } = await app.graphql(asked, { token: asha.token })
    const { orderBudget } = (body as { data: { orderBudget: { used: object[] } } }).data
    expect(orderBudget).toMatchObject({ limit: 900, peak: 6 })
    expect((await rest('/order-budget?window=MINUTE')).data).toMatchObject({ limit: 450, peak: 5 })
    expect((await rest('/order-budget?window=HOUR', ravi)).data).toMatchObject({ peak: 0, used: [] })
    expect((await rest('/order-budget?window=DAY')).message).toBe('window must be one of SECOND, MINUTE, HOUR, got DAY')
  })

  test('is its owner’s alone', async () => {
    expect(await overview(ravi)).toEqual({ ...NOTHING, compliance: { ...NOTHING.compliance, algoId: 'NSE-1234' } })
    expect((await log(ravi)).map(({ type }) => type)).toEqual(['log', 'verification'])
    const { body } = await app.graphql(OVERVIEW)
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
    for (const path of ['', '/order-budget?window=SECOND', '/log.ndjson'])
      expect((await app.rest('GET', `/compliance${path}`)).status, path).toBe(401)
  })
})

describe('the five-year log', () => {
  test('has live orders with fills, stops, decisions of live times and changes, in more than one reading, and says that the chain holds', async () => {
    await app.db.fill.create({
      data: { id: 'f1', orderId, quantity: 75, pricePaise: 10_000n, chargesPaise: 2_655n, filledAt: new Date() },
    })
    const { subscriptionId, signal } = await app.db.order.findUniqueOrThrow({ where: { id: orderId }, include: { signal: true } })
    const { id: _id, createdAt: _at, operandValues: _values, ...columns } = signal!
    const denied = async (ago: number) => {
      const { id } = await app.db.signal.create({ data: { ...columns, candleTime: new Date(Date.now() - ago) } })
      const denial = { signalId: id, subscriptionId, userId: asha.id, reason: 'FUNDS', numbers: { needed: 750_000, free: 100 } }
      return app.db.denial.create({ data: { ...denial, createdAt: new Date(Date.now() - ago) } })
    }
    const live = await denied(0)
    await denied(DAY)
    await lengthenChain(201)
    const lines = await log()
    expect(lines[0]).toMatchObject({ type: 'log', account: asha.id, amounts: 'paise' })
    expect(ofType(lines, 'registration')).toHaveLength(3)
    expect(ofType(lines, 'order')).toMatchObject([
      { id: orderId, mode: 'LIVE', algoId: null, fills: [{ pricePaise: 10_000, chargesPaise: 2_655 }] },
      { clientOrderId: 'X-later', algoId: 'NSE-1234', fills: [] },
    ])
    expect(ofType(lines, 'exitAtBroker')).toHaveLength(2)
    expect(ofType(lines, 'decision')).toMatchObject([
      { taken: true, orderId, signal: { side: 'LONG', pricePaise: 2_451_230 } },
      { taken: false, id: live.id, reason: 'FUNDS', numbers: { needed: 750_000, free: 100 }, signal: { symbol: 'NIFTY' } },
    ])
    const changes = ofType(lines, 'change')
    expect(changes.length).toBeGreaterThan(200)
    expect(changes[0]).toMatchObject({
      action: 'LIVE_TRADING_ON',
      address: '127.0.0.1',
      intact: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(lines.at(-1)).toEqual({ type: 'verification', intact: true, verifiedUpTo: changes.length, firstBroken: null })
    expect(JSON.stringify(lines)).not.toContain(ravi.id)
  })

  test('names the first entry that was tampered with, and goes on to its end', async () => {
    const before = ofType(await log(), 'change').length
    await app.owner.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_is_append_only"`
    await app.owner.auditEntry.updateMany({ where: { accountId: asha.id, sequence: 2 }, data: { sealed: new Uint8Array(200) } })
    const lines = await log()
    expect(ofType(lines, 'change')).toHaveLength(before)
    expect(ofType(lines, 'change')[1]).toMatchObject({ sequence: 2, intact: false, address: null })
    expect(lines.at(-1)).toEqual({ type: 'verification', intact: false, verifiedUpTo: 1, firstBroken: 2 })
  })
})
