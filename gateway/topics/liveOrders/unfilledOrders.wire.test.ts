import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { insertStrategy, insertTrade, subscriptionOf } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

type Columns = Partial<Prisma.OrderUncheckedCreateInput>

/** A live entry of Asha's to buy 130 units at ten o'clock. */
async function order(columns: Columns): Promise<string> {
  const mine = { userId: asha.id, subscriptionId: await subscriptionOf(app.db, { userId: asha.id, strategyId }) }
  const { id } = await app.db.order.create({
    data: {
      ...{ ...mine, clientOrderId: randomUUID().slice(-15), tradeId: randomUUID(), legId: randomUUID(), mode: 'LIVE', purpose: 'ENTRY' },
      ...{ side: 'BUY', quantity: 130, contract: { tradingSymbol: 'NIFTY24NOV2624500CE' }, intendedAt: new Date('2026-11-20T04:30:00Z') },
      ...(columns.purpose === 'EXIT' ? { exitReason: 'STOP' } : { terms: {} }),
      ...columns,
    },
  })
  return id
}

async function page(args: string, { token } = asha) {
  const fields = 'edges { node { id time strategy option side quantity filledQuantity refused text } } pageInfo { hasNextPage endCursor }'
  const { body } = await app.graphql(`{ unfilledOrders${args} { ${fields} } }`, { token })
  const { data, errors } = body as {
    data: { unfilledOrders: { edges: { node: { id: string } }[]; pageInfo: object } } | null
    errors?: object[]
  }
  return { nodes: data?.unfilledOrders.edges.map(({ node }) => node), pageInfo: data?.unfilledOrders.pageInfo, errors }
}

describe('live entries that were not filled whole', () => {
  const ids: string[] = []
  beforeAll(async () => {
    const refused: Columns = { status: 'REJECTED', note: 'the broker asks for ₹7,000 and the account has ₹10' }
    ids.push(await order(refused))
    ids.push(await order({ status: 'CANCELLED', note: 'not filled in time', filledQuantity: 65 }))
    ids.push(await order({ status: 'EXPIRED', note: null }))
    // What was filled, is under way, closes something, or is on paper is none.
    const others: Columns[] = [{ status: 'FILLED' }, { status: 'OPEN' }, { ...refused, purpose: 'EXIT' }, { ...refused, mode: 'PAPER' }]
    for (const other of others) await order(other)
  })

  test('say what became of each and why, latest first', async () => {
    const { nodes } = await page('')
    expect(nodes).toEqual([
      expect.objectContaining({ id: ids[2], refused: false, text: 'Given up: no reason was given.' }),
      expect.objectContaining({
        id: ids[1],
        filledQuantity: 65,
        text: 'Cancelled: not filled in time. 65 of 130 units were traded before.',
      }),
      {
        ...{
          id: ids[0],
          time: '2026-11-20T04:30:00.000Z',
          strategy: 'Supertrend',
          option: 'NIFTY24NOV2624500CE',
          side: 'BUY',
          quantity: 130,
        },
        ...{ filledQuantity: 0, refused: true, text: 'Rejected: the broker asks for ₹7,000 and the account has ₹10.' },
      },
    ])
  })

  test('come in pages, and can be had of one strategy alone', async () => {
    const first = await page('(first: 2)')
    expect([first.nodes?.map(({ id }) => id), first.pageInfo]).toEqual([[ids[2], ids[1]], { hasNextPage: true, endCursor: ids[1] }])
    expect((await page(`(after: "${ids[1]}")`)).nodes?.map(({ id }) => id)).toEqual([ids[0]])
    expect((await page(`(strategyId: "${strategyId}")`)).nodes).toHaveLength(3)
    expect((await page(`(strategyId: "${randomUUID()}")`)).nodes).toEqual([])
  })

  test('are their owner’s alone, also as a cursor', async () => {
    expect((await page('', ravi)).nodes).toEqual([])
    expect((await page(`(after: "${ids[0]}")`, ravi)).errors).toMatchObject([
      { message: 'after must be the id of one of your orders', extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })
})

describe('a live trade', () => {
  const warnings = async (id: string) => {
    const { body } = await app.rest('GET', '/trades/live', { token: asha.token })
    return (body as { data: { id: string; warnings: string[] }[] }).data.find((trade) => trade.id === id)?.warnings
  }

  test('carries what is wrong with its orders, from the moment it is known until it is not', async () => {
    const id = await insertTrade(app.db, { userId: asha.id, strategyId, mode: 'LIVE' })
    expect(await warnings(id)).toEqual([])
    const orderId = await order({ tradeId: id, status: 'UNKNOWN' })
    expect(await warnings(id)).toEqual([
      'Your broker has not yet confirmed the outcome of the order to buy 130 × NIFTY 24,500 CE, 24 Nov. Sakha looks for it in the broker’s order book and never sends it twice.',
    ])
    await app.db.order.update({
      where: { id: orderId },
      data: { status: 'REJECTED', refusedAt: new Date(), note: 'price range', filledQuantity: 65 },
    })
    expect(await warnings(id)).toEqual(['An order to buy 65 × NIFTY 24,500 CE, 24 Nov of this trade was rejected: price range.'])
    await app.db.order.update({ where: { id: orderId }, data: { status: 'FILLED', refusedAt: null, note: null, filledQuantity: 130 } })
    await app.db.fillIncident.create({ data: { fillId: 'B1', kind: 'LATE_FILL', orderId, quantity: 65, pricePaise: 9_900n } })
    expect(await warnings(id)).toEqual([
      'Your order bought 65 × NIFTY 24,500 CE, 24 Nov at ₹99 although it had been cancelled, rejected or given up. The fill counts and is booked in this trade.',
    ])
  })

  test('on paper carries none', async () => {
    const id = await insertTrade(app.db, { userId: asha.id, strategyId })
    await order({ tradeId: id, mode: 'PAPER', status: 'REJECTED', refusedAt: new Date() })
    expect(await warnings(id)).toEqual([])
  })
})
