import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrading, type Trading } from './testing/openTrading.ts'

type Line = Readonly<Record<string, unknown>>

let trading: Trading
beforeAll(async () => {
  trading = await openTrading()
})
afterAll(() => trading.close())

const patient = { timeout: 90_000, interval: 100 }
const linesOf = (lines: readonly string[], requestId: string | null): readonly Line[] =>
  lines.flatMap((line) => (requestId !== null && line.includes(requestId) ? [JSON.parse(line) as Line] : []))

/** Sends it, and waits until the engine has a line with the request's id and these fields; the gateway has its own. */
async function expectJoined(method: 'POST' | 'PATCH', target: string, fields: Line): Promise<void> {
  const { app, engine, gatewayLines, token } = trading
  const { headers } = await app.rest(method, target, { token })
  const requestId = headers.get('x-request-id')
  expect(linesOf(gatewayLines, requestId)).toContainEqual(expect.objectContaining({ requestId, path: `/api${target}`, status: 200 }))
  await expect.poll(() => linesOf(engine.log, requestId), patient).toContainEqual(expect.objectContaining({ requestId, ...fields }))
}

test('a trade that is closed by hand has the request’s id in the gateway’s log, and with its own ids in the engine’s', async () => {
  const { app, engine, gatewayLines, subscription, token } = trading
  const running = () => app.db.trade.findMany({ where: { status: 'RUNNING', userId: subscription.userId, exitRequest: null } })
  let closed: { readonly tradeId: string; readonly requestId: string | null } | null = null
  // It may be closed by a signal before it is by hand.
  await expect
    .poll(async () => {
      for (const { id: tradeId } of await running()) {
        const { status, headers } = await app.rest('POST', `/trades/${tradeId}/close`, { token })
        const requestId = headers.get('x-request-id')
        const isClosed = () => linesOf(engine.log, requestId).some((line) => line['tradeId'] === tradeId)
        const isOver = async () => (await app.db.trade.findUniqueOrThrow({ where: { id: tradeId } })).status !== 'RUNNING'
        if (status === 200) await expect.poll(async () => isClosed() || (await isOver()), patient).toBe(true)
        if (isClosed()) closed = { tradeId, requestId }
      }
      return closed
    }, patient)
    .not.toBeNull()
  const { tradeId, requestId } = closed!
  const ids = { tradeId, orderId: expect.any(String), clientOrderId: expect.any(String) }
  expect(linesOf(gatewayLines, requestId)).toContainEqual(expect.objectContaining({ path: `/api/trades/${tradeId}/close`, status: 200 }))
  expect(linesOf(engine.log, requestId)).toContainEqual(expect.objectContaining({ requestId, exitReason: 'MANUAL', ...ids }))
  const bookings = () => engine.log.filter((line) => line.includes('trades booked')).map((line) => JSON.parse(line) as Line)
  await expect.poll(bookings, patient).toContainEqual(expect.objectContaining({ closedIds: expect.arrayContaining([tradeId]) }))
})

test('a strategy that is paused and started again is told of in the engine’s log with the request’s id', async () => {
  const { userId, subscriptionId } = trading.subscription
  for (let time = 0; time < 2; time++)
    await expectJoined('PATCH', `/strategy/user/${subscriptionId}/toggle`, {
      event: { type: 'subscription.changed', userId, subscriptionId },
    })
})

test('what a mutation changes is told of in the engine’s log with the request’s id', async () => {
  const { app, engine, token } = trading
  const { userId, subscriptionId } = trading.subscription
  const mutation = `mutation { toggleSubscription(id: "${subscriptionId}") { id } }`
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await app.graphql(mutation, { token })
    const requestId = headers.get('x-request-id')
    expect([status, requestId]).toEqual([200, expect.any(String)])
    const event = { type: 'subscription.changed', userId, subscriptionId }
    await expect.poll(() => linesOf(engine.log, requestId), patient).toContainEqual(expect.objectContaining({ requestId, event }))
  }
})

test('a job that a request causes is begun under its id', async () => {
  const { app, engine, subscription, token } = trading
  const { headers } = await app.rest('POST', '/strategy/run', { token, body: { strategyId: subscription.strategyId, symbol: 'NIFTY' } })
  const requestId = headers.get('x-request-id')
  await expect
    .poll(() => linesOf(engine.log, requestId), patient)
    .toContainEqual(expect.objectContaining({ requestId, task: 'backtest.run', jobId: expect.any(String) }))
})
