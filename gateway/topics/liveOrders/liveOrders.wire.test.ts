import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '../../../prisma/bus/publish.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

const liveOrders = async ({ token } = asha) => {
  const { body } = await app.graphql('{ liveOrders { unresolved unresolvedSince } }', { token })
  return (body as { data: { liveOrders: { unresolved: number; unresolvedSince: string | null } } }).data.liveOrders
}

describe('incidents on a live account', () => {
  test('are read by its owner alone, in a sentence with their numbers', async () => {
    const read = async ({ token } = asha) =>
      (await app.graphql('{ liveOrders { incidents { id kind option units tradeId since text } } }', { token })).body
    const row = { userId: asha.id, kind: 'LEG_BARE', subject: 'leg', option: 'NIFTY24500CE', units: 65 } as const
    const { since } = await app.db.liveIncident.create({ data: row })
    const { kind, option, units } = row
    const text = expect.stringContaining('65 units of NIFTY24500CE have neither a stop nor an exit at the exchange') as string
    const incident = { id: 'LEG_BARE:leg', kind, option, units, tradeId: null, since: since.toISOString(), text }
    expect(await read()).toEqual({ data: { liveOrders: { incidents: [incident] } } })
    expect(await read(ravi)).toEqual({ data: { liveOrders: { incidents: [] } } })
    await app.db.liveIncident.deleteMany()
  })
})

describe('an account that is short by an order of ours', () => {
  const SUBJECT = 'NFO:54321'
  const CLOSE = 'mutation($id: ID!) { closeExcess(incidentId: $id) { id state quantity filledQuantity price refusal } }'
  const close = async (token: string, id = `OVERFILLED:${SUBJECT}`) => (await app.graphql(CLOSE, { token, variables: { id } })).body

  test('is closed by one order of its owner’s, however often he presses, audited once, and by nobody else', async () => {
    const nodeId = '01890000-0000-7000-8000-000000000001'
    const engine = { market: 'm', sandbox: false, feed: 'connected', clock: { kind: 'real' }, heartbeatAt: new Date() }
    await app.db.engineState.upsert({ where: { nodeId }, create: { nodeId, ...engine }, update: engine })
    const trade = await insertTrade(app.db, { userId: asha.id, strategyId: await insertStrategy(app.db, 'supertrend') })
    await app.db.trade.update({ where: { id: trade }, data: { mode: 'LIVE' } })
    const contract = { exchange: 'NFO', token: '54321', tradingSymbol: 'NIFTY24500CE' }
    await app.db.leg.updateMany({ where: { tradeId: trade }, data: { contract } })
    const row = { userId: asha.id, kind: 'OVERFILLED', subject: SUBJECT, option: 'NIFTY24500CE', units: -65 } as const
    await app.db.liveIncident.create({ data: row })
    const refused = { errors: [{ extensions: { code: 'NOT_FOUND' } }] }
    expect(await close(ravi.token)).toMatchObject(refused)
    expect(await close(asha.token, `LEG_BARE:${SUBJECT}`)).toMatchObject(refused)

    const answers = await Promise.all([close(asha.token), close(asha.token)])
    const [stored, ...others] = await app.db.closingOrder.findMany({ where: { userId: asha.id } })
    if (!stored || others.length > 0) throw new Error('not one row')
    const { id } = stored
    const asked = { data: { closeExcess: { id, state: 'ASKED', quantity: 65, filledQuantity: 0, price: null, refusal: null } } }
    expect(answers).toEqual([asked, asked])
    expect(await app.db.auditEntry.count({ where: { accountId: asha.id, action: 'EXCESS_CLOSED' } })).toBe(1)
    await app.db.closingOrder.update({ where: { id }, data: { state: 'FILLED', filledQuantity: 65, filledPaise: 65n * 86_50n } })
    const read = await app.graphql('{ liveOrders { incidents { closing { state price } } } }', { token: asha.token })
    expect(read.body).toEqual({ data: { liveOrders: { incidents: [{ closing: { state: 'FILLED', price: 86.5 } }] } } })
    await app.db.liveIncident.deleteMany()
  })
})

describe('live orders without an answer', () => {
  test('are counted for their owner, with the time since when there are any', async () => {
    const { since } = await app.db.unresolvedOrders.create({ data: { userId: asha.id, orders: 2 } })
    expect(await liveOrders()).toEqual({ unresolved: 2, unresolvedSince: since.toISOString() })
    expect(await liveOrders(ravi)).toEqual({ unresolved: 0, unresolvedSince: null })
  })

  test('are told to their owner as their number changes', async () => {
    const url = `${app.url.replace('http', 'ws')}/graphql`
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token: asha.token }, retryAttempts: 0 })
    const told: unknown[] = []
    const sink = { next: (result: unknown) => void told.push(result), error: (error: unknown) => void told.push(error), complete: () => {} }
    try {
      client.subscribe({ query: 'subscription { liveOrdersChanged { unresolved } }' }, sink)
      // The gateway takes subscriptions up in order.
      const answered: unknown[] = []
      client.subscribe(
        { query: 'subscription { prices(symbols: []) { symbol } }' },
        { ...sink, next: (result) => void answered.push(result) },
      )
      await eventually(() => answered.length).toBe(1)
      await publish(app.db, { type: 'orders.unresolved', userId: ravi.id })
      await app.db.unresolvedOrders.deleteMany({ where: { userId: asha.id } })
      await publish(app.db, { type: 'orders.unresolved', userId: asha.id })
      await eventually(() => told).toEqual([{ data: { liveOrdersChanged: { unresolved: 0 } } }])
    } finally {
      await client.dispose()
    }
  })
})
