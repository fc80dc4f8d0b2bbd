import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'
import { Effects } from '../../kit/Effects.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { changeTrade, closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
/** Asha's running trade. */
let id: string
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.order.deleteMany()
  await app.db.signal.deleteMany()
  await app.db.trade.deleteMany()
  id = await insertTrade(app.db, { userId: asha.id, strategyId })
})

const close = (trade: string, user = asha, key?: string) =>
  app.rest('POST', `/trades/${trade}/close`, { token: user.token, ...(key === undefined ? {} : { key }) })

describe('closing a trade by hand', () => {
  test('asks the engine, shows the trade as closing, and works once', async () => {
    const events: SakhaEvent[] = []
    const bus = await listen(
      app.databaseUrl,
      (event) => events.push(event),
      () => {},
    )
    try {
      const { status, body } = await close(id)
      expect(status).toBe(200)
      expect(body).toMatchObject({ message: 'The trade is being closed.', data: { id, status: 'RUNNING', closing: true } })
      expect(await app.db.exitRequest.findMany()).toMatchObject([{ tradeId: id, reason: 'MANUAL', by: asha.id }])
      await eventually(() => events).toContainEqual({ type: 'exits.requested' })
      expect((await close(id)).body).toMatchObject({ code: 'CONFLICT', message: 'This trade is already being closed.' })
    } finally {
      await bus.close()
    }
  })

  test('ten times at once asks once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  test('is refused while an exit order is alive, and not after one that failed', async () => {
    const { subscriptionId } = await app.db.trade.findUniqueOrThrow({ where: { id } })
    const { id: legId, contract } = await app.db.leg.findFirstOrThrow({ where: { tradeId: id } })
    const exit = await app.db.order.create({
      data: {
        ...{ userId: asha.id, subscriptionId, tradeId: id, legId, contract: contract ?? {}, quantity: 75, clientOrderId: 'X1' },
        ...{ mode: 'PAPER', purpose: 'EXIT', exitReason: 'STOP', side: 'SELL', status: 'SUBMITTED', intendedAt: new Date() },
      },
    })
    expect((await close(id)).body).toMatchObject({ code: 'CONFLICT', message: 'This trade is already being closed.' })
    await app.db.order.update({ where: { id: exit.id }, data: { status: 'REJECTED' } })
    expect((await close(id)).status).toBe(200)
  })

  test('works again when the engine has asked its owner to close it', async () => {
    await close(id)
    await changeTrade(app.db, id, { exitHandedOverAt: new Date() })
    const query = 'query ($id: ID!) { trade(id: $id) { closing handedOver } }'
    const { body } = await app.graphql(query, { variables: { id }, token: asha.token })
    expect(body).toEqual({ data: { trade: { closing: false, handedOver: true } } })
    expect((await close(id)).status).toBe(200)
  })

  test('that fails says so on the trade: why, how often, when it is tried again and what to do', async () => {
    const warnings = async () =>
      (await app.graphql('query ($id: ID!) { trade(id: $id) { warnings } }', { variables: { id }, token: asha.token })).body
    const { subscriptionId, legs } = await app.db.trade.findUniqueOrThrow({ where: { id }, include: { legs: true } })
    const leg = legs[0]!
    await app.db.order.create({
      data: {
        ...{ userId: asha.id, subscriptionId, tradeId: id, legId: leg.id, contract: leg.contract ?? {}, quantity: 75, clientOrderId: 'X2' },
        ...{ mode: 'LIVE', purpose: 'EXIT', exitReason: 'STOP', side: 'SELL', status: 'REJECTED', intendedAt: new Date() },
        note: 'RMS: no sales for now.',
      },
    })
    await app.db.leg.update({ where: { id: leg.id }, data: { exitFailures: 2, exitRetryAt: new Date('2026-11-20T05:00:08Z') } })
    expect(await warnings()).toEqual({ data: { trade: { warnings: [] } } })
    await app.db.leg.update({ where: { id: leg.id }, data: { exitFailures: 3 } })
    await changeTrade(app.db, id, { exitFailingAt: new Date() })
    const failed = 'Its exit has failed 3 times in a row, last reason: RMS: no sales for now.'
    const next = 'The next attempt is at 10:30:08 IST. You do not need to do anything'
    expect(await warnings()).toEqual({ data: { trade: { warnings: [`${failed} ${next}.`] } } })
    await changeTrade(app.db, id, { mode: 'LIVE' })
    const out = '; if you want to be out at once, close it in your broker’s app.'
    expect(await warnings()).toEqual({ data: { trade: { warnings: [`${failed} ${next}${out}`] } } })
    await changeTrade(app.db, id, { exitHandedOverAt: new Date() })
    expect(await warnings()).toEqual({ data: { trade: { warnings: [failed] } } })
    await changeTrade(app.db, id, closedWith(75_000n))
    expect(await warnings()).toEqual({ data: { trade: { warnings: [] } } })
  })

  test('works for a trade that was let go, which says so until it is closed', async () => {
    await changeTrade(app.db, id, { mode: 'LIVE', letGoAt: new Date() })
    const shown = async () =>
      (await app.graphql('query ($id: ID!) { trade(id: $id) { letGo } }', { variables: { id }, token: asha.token })).body
    expect(await shown()).toEqual({ data: { trade: { letGo: true } } })
    expect((await close(id)).body).toMatchObject({ data: { id, letGo: true, closing: true } })
    await changeTrade(app.db, id, closedWith(75_000n))
    expect(await shown()).toEqual({ data: { trade: { letGo: false } } })
  })

  test('that is closed is refused', async () => {
    const closed = await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_000n) })
    const { body } = await app.graphql('mutation($id: ID!) { closeTrade(id: $id) { id } }', {
      variables: { id: closed },
      token: asha.token,
    })
    expect(body).toMatchObject({ errors: [{ message: 'This trade is already closed.', extensions: { code: 'CONFLICT' } }] })
  })

  test("of another user's is not shown either", async () => {
    const ask = (token: string) => app.graphql('query ($id: ID!) { trade(id: $id) { id } }', { variables: { id }, token })
    expect((await ask(asha.token)).body).toEqual({ data: { trade: { id } } })
    expect((await ask(ravi.token)).body).toMatchObject({ data: null, errors: [{ message: 'You have no such trade.' }] })
  })

  test("of another user's, or what is no id, is not found, and nothing is asked", async () => {
    expect((await close(id, ravi)).body).toMatchObject({ code: 'NOT_FOUND', message: 'You have no such trade.' })
    expect((await close(randomUUID())).status).toBe(404)
    expect((await close('first')).body).toMatchObject({ code: 'BAD_USER_INPUT', message: 'id must be an id, got first' })
    expect(await app.db.exitRequest.count()).toBe(0)
  })
})

describe('an Idempotency-Key', () => {
  test('lets a request be sent again, at once or later, with one effect and the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(id, asha, 'close-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const [{ requestedAt } = { requestedAt: null }] = await app.db.exitRequest.findMany()
    const later = await close(id, asha, 'close-1')
    expect(later.body).toEqual(answers[0]?.body)
    expect(await app.db.exitRequest.findMany()).toMatchObject([{ requestedAt }])
  })

  test('used for another request is refused', async () => {
    const other = await insertTrade(app.db, { userId: asha.id, strategyId })
    expect((await close(id, asha, 'close-2')).status).toBe(200)
    expect((await close(other, asha, 'close-2')).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
    })
    expect(await app.db.exitRequest.count()).toBe(1)
  })

  test('is each user’s own, and free again when it is removed, after a day', async () => {
    const theirs = await insertTrade(app.db, { userId: ravi.id, strategyId })
    const other = await insertTrade(app.db, { userId: asha.id, strategyId })
    expect((await close(id, asha, 'close-3')).status).toBe(200)
    expect((await close(theirs, ravi, 'close-3')).status).toBe(200)
    await app.db.idempotentAnswer.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
    await new Effects(app.db).prune()
    expect((await close(other, asha, 'close-3')).status).toBe(200)
  })

  test('of a refused request may be used again', async () => {
    await changeTrade(app.db, id, closedWith(7_500n))
    expect((await close(id, asha, 'close-4')).status).toBe(409)
    const other = await insertTrade(app.db, { userId: asha.id, strategyId })
    expect((await close(other, asha, 'close-4')).status).toBe(200)
  })

  test('longer than 255 characters is refused', async () => {
    const { body } = await close(id, asha, 'x'.repeat(256))
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message: 'Idempotency-Key must be at most 255 characters long' })
  })
})

describe('a trade', () => {
  test('of a position is told by when its strategy enters', async () => {
    const straddle = await insertStrategy(app.db, 'short-straddle')
    const leg = await insertTrade(app.db, { userId: asha.id, strategyId: straddle, signal: 'NEUTRAL' })
    await insertEntryOrder(app.db, leg)
    const { body } = await app.graphql(`{ trade(id: "${leg}") { signal opened why { rule } } }`, { token: asha.token })
    expect(body).toMatchObject({
      data: {
        trade: {
          ...{ signal: 'NEUTRAL', why: { rule: 'at 09:20' } },
          opened: expect.stringMatching(/^at 09:20 on the 1min candle of 10:29/i),
        },
      },
    })
  })

  test('says why it was opened and why it was closed', async () => {
    await insertEntryOrder(app.db, id)
    const opened = 'EMA(9) crosses above EMA(21) on the 1min candle of 10:29, NIFTY at 24,512.30.'
    const live = await app.rest('GET', '/trades/live', { token: asha.token })
    expect(live.body).toMatchObject({ data: [{ opened: expect.stringContaining(opened.slice(-54)), closed: null, closing: false }] })
    expect(live.body).toMatchObject({
      data: [
        {
          why: {
            rule: 'EMA(9) crosses above EMA(21)',
            values: [
              { operand: 'EMA(9)', value: '24,510.46' },
              { operand: 'time', value: '10:29' },
            ],
          },
        },
      ],
    })
    await changeTrade(app.db, id, closedWith(75_000n))
    const { body } = await app.graphql('{ tradeHistory { edges { node { opened closed } } } }', { token: asha.token })
    expect(body).toEqual({
      data: {
        tradeHistory: {
          edges: [
            {
              node: {
                opened: expect.stringMatching(/^EMA/),
                closed: 'Closed at 11:00 for ₹110: the premium reached the target of ₹118; the fill was ₹8 worse.',
              },
            },
          ],
        },
      },
    })
  })
})
