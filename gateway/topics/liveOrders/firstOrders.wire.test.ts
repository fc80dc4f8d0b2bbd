import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import type { BusSubscription } from '../../../prisma/bus/port.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { DAY, MINUTE, SECOND } from '../../../schema/time.ts'
import { insertStrategy, subscriptionOf } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let bus: BusSubscription
let strategyId: string
let people = 0
let candles = 0
/** What the engine makes of the next yes; null: it does not look. */
let engineSays: 'TRADE' | 'MOVED' | 'GONE' | null = 'TRADE'
/** How often it heard of a yes. */
let told = 0

beforeAll(async () => {
  app = await startTestGateway({ allowLive: 'EVERYBODY' })
  strategyId = await insertStrategy(app.db, 'supertrend')
  await setHeartbeat(Date.now() + DAY)
  // Stands in for the engine: it decides on what was approved.
  bus = await listen(
    app.databaseUrl,
    (event) => {
      if (event.type === 'firstOrder.approved') void decide(event.firstOrderId, event.userId)
    },
    () => {},
  )
})
afterAll(async () => {
  await bus.close()
  await app.close()
})
beforeEach(async () => {
  ;[engineSays, told] = ['TRADE', 0]
  asha = await app.user(`Asha${++people}`)
  ravi = await app.user(`Ravi${people}`)
})

async function setHeartbeat(at: number): Promise<void> {
  const nodeId = '01890000-0000-7000-8000-000000000001'
  const state = { market: 'm', sandbox: false, feed: 'connected', clock: { kind: 'real' }, heartbeatAt: new Date(at) }
  await app.db.engineState.upsert({ where: { nodeId }, create: { nodeId, ...state }, update: state })
}

async function decide(id: string, userId: string): Promise<void> {
  told++
  if (engineSays === null) return
  await app.db.$transaction(async (tx) => {
    const { signalId, subscriptionId } = await tx.firstOrder.findUniqueOrThrow({ where: { id } })
    const numbers = { proposed: 6_800_00, premium: 7_200_00, limitPercent: 5 }
    const denied = { signalId, subscriptionId, userId, reason: 'PRICE_MOVED', numbers }
    const outcome =
      engineSays === 'TRADE' ? { tradeId: id } : engineSays === 'MOVED' ? { denialId: (await tx.denial.create({ data: denied })).id } : {}
    await tx.firstOrder.update({ where: { id }, data: { decidedAt: new Date(), ...outcome } })
    await publish(tx, { type: 'firstOrder.ended', firstOrderId: id, userId })
  })
}

/** A first live order of Asha's: a lot of a call at ₹100, for two minutes. */
async function ask(changes: Partial<Prisma.FirstOrderUncheckedCreateInput> = {}): Promise<string> {
  const subscriptionId = await subscriptionOf(app.db, { userId: asha.id, strategyId })
  const key = { strategyId, market: 'm', symbol: 'NIFTY', interval: '1min', candleTime: new Date(++candles * MINUTE) }
  const signal = await app.db.signal.create({ data: { ...key, side: 'LONG', pricePaise: 2_450_000n } })
  const contract = { tradingSymbol: 'NIFTY24NOV2624500CE' }
  const { id } = await app.db.firstOrder.create({
    data: {
      ...{
        userId: asha.id,
        subscriptionId,
        signalId: signal.id,
        legs: [{ contract, side: 'BUY', quantity: 65, premium: 100_00 }],
        lots: 1,
      },
      ...{ fundsPaise: 6_850_50n, lossPaise: 780_00n, expiresAt: new Date(Date.now() + 2 * MINUTE), ...changes },
    },
  })
  return id
}

const ANSWER =
  'mutation($id: ID!, $approve: Boolean!) { answerFirstOrder(id: $id, approve: $approve) { id answer tradeId refusal decidedAt } }'
async function answer(id: string, approve: boolean, { token } = asha) {
  const { body } = await app.graphql(ANSWER, { token, variables: { id, approve } })
  return body as { data?: { answerFirstOrder: Record<string, unknown> } | null; errors?: object[] }
}
const refused = (code: string, message: unknown = expect.any(String)) => ({ errors: [{ message, extensions: { code } }] })
const FIELDS = 'id strategy index lots funds lossAtStop answer legs { option side quantity premium }'
const waiting = async ({ token } = asha) => {
  const { body } = await app.graphql(`{ liveOrders { firstOrders { ${FIELDS} } } }`, { token })
  return (body as { data: { liveOrders: { firstOrders: { id: string }[] } } }).data.liveOrders.firstOrders
}

describe('a first live order', () => {
  test('waits for its user with its numbers until it is over, and for nobody else', async () => {
    const id = await ask()
    expect(await waiting()).toEqual([
      {
        ...{ id, strategy: 'Supertrend', index: 'NIFTY', lots: 1, funds: 6_850.5, lossAtStop: 780, answer: 'PENDING' },
        legs: [{ option: 'NIFTY24NOV2624500CE', side: 'BUY', quantity: 65, premium: 100 }],
      },
    ])
    expect(await waiting(ravi)).toEqual([])
    await app.db.firstOrder.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await waiting()).toEqual([])
  })

  test('is told of with its numbers', async () => {
    await ask()
    const query = '{ notifications { edges { node { kind title text link } } } }'
    await eventually(async () => (await app.graphql(query, { token: asha.token })).body).toMatchObject({
      data: {
        notifications: {
          edges: expect.arrayContaining([
            {
              node: {
                ...{ kind: 'LIVE_TRADING', title: 'Your first live order waits for your approval', link: '/live-trades' },
                text: 'Supertrend would buy 65 × NIFTY 24,500 CE, 24 Nov at about ₹100. It needs ₹6,850.50; if the stop is hit, it loses about ₹780. Approve or decline it in Sakha within 120 seconds; without your approval nothing is sent, and the next signal asks again.',
              },
            },
          ]) as unknown,
        },
      },
    })
  })

  test('approved is decided on by the engine, and the answer says what came of it; again it is the same', async () => {
    const id = await ask()
    const approved = { id, answer: 'APPROVED', tradeId: id, refusal: null, decidedAt: expect.any(String) as unknown }
    expect(await answer(id, true)).toEqual({ data: { answerFirstOrder: approved } })
    expect(await answer(id, true)).toEqual({ data: { answerFirstOrder: approved } })
    expect(told).toBe(1)
    expect(await waiting()).toEqual([])
    const entry = await app.db.auditEntry.findFirst({ where: { accountId: asha.id, action: 'FIRST_ORDER_APPROVED' } })
    expect(entry).not.toBe(null)
  })

  test.each([
    ['MOVED', 'Skipped: the premium is ₹7,200 now, more than 5% away from the proposed ₹6,800.'],
    ['GONE', 'Not sent: this strategy no longer trades live for you.'],
  ] as const)('approved and refused all the same says why (%s)', async (says, refusal) => {
    engineSays = says
    expect(await answer(await ask(), true)).toMatchObject({ data: { answerFirstOrder: { answer: 'APPROVED', tradeId: null, refusal } } })
  })

  test('that the engine does not decide on at once is shown as approved', async () => {
    engineSays = null
    const id = await ask()
    expect(await answer(id, true)).toMatchObject({ data: { answerFirstOrder: { answer: 'APPROVED', decidedAt: null } } })
    expect(await waiting()).toMatchObject([{ id, answer: 'APPROVED' }])
  })

  test('is declined once and for all; the engine hears nothing of it', async () => {
    const id = await ask()
    expect(await answer(id, false)).toMatchObject({ data: { answerFirstOrder: { answer: 'DECLINED', tradeId: null } } })
    expect(await answer(id, true)).toMatchObject(refused('CONFLICT', 'You have already declined this.'))
    expect([told, await waiting()]).toEqual([0, []])
  })

  test('is the only one that its answer is for: another that waits stays as it is', async () => {
    const other = await subscriptionOf(app.db, { userId: asha.id, strategyId: await insertStrategy(app.db, 'ema-crossover') })
    const [first, second] = [await ask(), await ask({ subscriptionId: other })]
    expect(await answer(first, true)).toMatchObject({ data: { answerFirstOrder: { id: first, answer: 'APPROVED' } } })
    expect(await waiting()).toMatchObject([{ id: second, answer: 'PENDING' }])
    // It was answered, though another waits in its place.
    expect(await answer(first, false)).toMatchObject(refused('CONFLICT', 'You have already approved this.'))
    expect(await waiting()).toMatchObject([{ id: second, answer: 'PENDING' }])
  })

  test('cannot be answered when it is over, replaced, another’s, or while no engine runs', async () => {
    const late = await ask({ expiresAt: new Date(Date.now() - 3 * SECOND) })
    expect(await answer(late, true)).toMatchObject(
      refused('CONFLICT', expect.stringMatching(/^This order ended [34] seconds ago\. Nothing was sent\.$/)),
    )
    await app.db.firstOrder.update({ where: { id: late }, data: { answer: 'EXPIRED', expiresAt: new Date(Date.now() + MINUTE) } })
    expect(await answer(late, true)).toMatchObject(refused('CONFLICT', 'A newer signal has replaced this order.'))
    const id = await ask()
    expect(await answer(id, true, ravi)).toMatchObject(refused('NOT_FOUND'))
    await setHeartbeat(Date.now() - DAY)
    expect(await answer(id, true)).toMatchObject(refused('UNAVAILABLE'))
    await setHeartbeat(Date.now() + DAY)
    expect(await app.db.firstOrder.findUnique({ where: { id } })).toMatchObject({ answer: 'PENDING' })
    expect(told).toBe(0)
  })
})
