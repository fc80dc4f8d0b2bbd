import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { openTraces } from '../schema/tracing/openTraces.ts'
import { openTrading, type Trading } from './testing/openTrading.ts'
import { TraceCollector } from './testing/TraceCollector.ts'

const collector = new TraceCollector()
let trading: Trading
let closeTraces: () => Promise<void>
beforeAll(async () => {
  const endpoint = await collector.listen()
  // As gateway/main.ts does for a gateway that is a process of its own.
  closeTraces = await openTraces({ service: 'sakha-gateway', endpoint, log: pino({ level: 'silent' }) })
  trading = await openTrading({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
})
afterAll(async () => {
  await trading.close()
  await closeTraces()
  collector.close()
})

const patient = { timeout: 90_000, interval: 100 }
const ofRequest = (requestId: string | null) => collector.spans.filter(({ traceId }) => traceId === requestId?.replaceAll('-', ''))

/** Closes what runs by hand until an exit order follows: a signal may have closed it before. Returns the ids of request and trade. */
async function closeByHand(): Promise<{ readonly requestId: string | null; readonly tradeId: string }> {
  const { app, engine, token } = trading
  let closed: { readonly requestId: string | null; readonly tradeId: string } | null = null
  const attempt = async () => {
    for (const { id: tradeId } of await app.db.trade.findMany({ where: { status: 'RUNNING', exitRequest: null } })) {
      const query = `mutation Of_the_client { closeTrade(id: "${tradeId}") { id } }`
      const { headers } = await app.graphql(query, { token, key: `of-the-client-${tradeId}` })
      const requestId = headers.get('x-request-id')
      const isClosed = () => engine.log.some((line) => line.includes(`"requestId":"${requestId}","tradeId":"${tradeId}"`))
      const isOver = async () => (await app.db.trade.findUniqueOrThrow({ where: { id: tradeId } })).status !== 'RUNNING'
      await expect.poll(async () => isClosed() || (await isOver()), patient).toBe(true)
      if (isClosed()) return (closed = { requestId, tradeId })
    }
    return null
  }
  await expect.poll(attempt, patient).not.toBeNull()
  return closed!
}

test('a trade that is closed by hand is one trace over gateway and engine: request, operation, event and exit order', async () => {
  const { requestId, tradeId } = await closeByHand()
  const wanted = ['POST /graphql', 'graphql closeTrade', 'event exits.requested', 'exit order']
  await expect
    .poll(
      () =>
        ofRequest(requestId)
          .map(({ name }) => name)
          .toSorted(),
      patient,
    )
    .toEqual(wanted.toSorted())
  const spans = new Map(ofRequest(requestId).map((span) => [span.name, span]))
  const root = spans.get('POST /graphql')!
  expect(root).toMatchObject({ service: 'sakha-gateway', kind: 2 })
  expect(root.parentSpanId).toBeUndefined()
  expect(root.attributes).toEqual({
    ...{ 'http.request.method': 'POST', 'http.route': '/graphql', 'http.response.status_code': 200, 'sakha.request.id': requestId },
  })
  for (const [name, service] of [
    ['graphql closeTrade', 'sakha-gateway'],
    ['event exits.requested', 'sakha-engine'],
    ['exit order', 'sakha-engine'],
  ] as const)
    expect(spans.get(name)).toMatchObject({ service, parentSpanId: root.spanId, status: { code: 0 } })
  expect(spans.get('graphql closeTrade')?.attributes).toMatchObject({ 'sakha.operation': 'closeTrade', 'sakha.outcome': 'OK' })
  expect(spans.get('exit order')?.attributes).toMatchObject({ 'sakha.trade.id': tradeId, 'sakha.exit.reason': 'MANUAL' })
  for (const span of spans.values()) expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano)
  expect(collector.bodies.join()).not.toMatch(/of.the.client/i)
}, 240_000)

test('a job has the trace of the request that queued it', async () => {
  const { app, subscription, token } = trading
  const { headers } = await app.rest('POST', '/strategy/run', { token, body: { strategyId: subscription.strategyId, symbol: 'NIFTY' } })
  await expect.poll(() => ofRequest(headers.get('x-request-id')).map(({ name }) => name), patient).toContain('job backtest.run')
  expect(ofRequest(headers.get('x-request-id')).find(({ name }) => name.startsWith('job'))).toMatchObject({
    service: 'sakha-engine',
    kind: 5,
  })
})
