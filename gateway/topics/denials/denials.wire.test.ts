import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '../../../prisma/bus/publish.ts'
import { MINUTE } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

const FIRST_CANDLE = Date.parse('2026-11-20T04:55:00Z')
const DENIALS: readonly Denial[] = [
  { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 5, maxTrades: 5 } },
  { reason: 'FEED_STALE', numbers: { ageMs: null, limitMs: 5_000 } },
  { reason: 'FUNDS_SHORT', numbers: { needed: 787_500, available: 50_000 } },
  { reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } },
]

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
/** Asha's, oldest first. */
const ids: string[] = []

async function deny(user: TestUser, { reason, numbers }: Denial, candle: number): Promise<string> {
  const mine = { userId: user.id, strategyId }
  const { id: subscriptionId } =
    (await app.db.subscription.findFirst({ where: mine })) ?? (await app.db.subscription.create({ data: mine }))
  const key = { strategyId, market: 'm', symbol: 'NIFTY', interval: '5min', candleTime: new Date(FIRST_CANDLE + candle * 5 * MINUTE) }
  const signal =
    (await app.db.signal.findFirst({ where: key })) ??
    (await app.db.signal.create({ data: { ...key, side: 'SHORT', pricePaise: 2_450_000n } }))
  return (await app.db.denial.create({ data: { signalId: signal.id, subscriptionId, userId: user.id, reason, numbers } })).id
}

beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  for (const [candle, denial] of DENIALS.entries()) ids.push(await deny(asha, denial, candle))
})
afterAll(() => app.close())

const page = async (query: string, user = asha) =>
  ((await app.rest('GET', `/trades/denials${query}`, { token: user.token })).body as { data: { id: string }[] }).data

describe('denials', () => {
  test('say when, what and why in words, latest first', async () => {
    expect(await page('')).toEqual([
      expect.objectContaining({ id: ids[3], text: 'Skipped: all trading is stopped (kill switch).' }),
      expect.objectContaining({ id: ids[2], text: 'Skipped: ₹7,875 needed, ₹500 available in your account.' }),
      expect.objectContaining({ id: ids[1], text: 'Skipped: no index price yet.' }),
      {
        id: ids[0],
        // Its five minutes began at 04:55.
        time: '2026-11-20T05:00:00.000Z',
        strategy: 'Supertrend',
        strategyId,
        index: 'NIFTY',
        side: 'SHORT',
        reason: 'MAX_TRADES_REACHED',
        text: 'Skipped: 5 of 5 trades used today.',
      },
    ])
  })

  test('are asked for by the dates of their candles in India, both included', async () => {
    expect(await page('?from=2026-11-20&to=2026-11-20')).toHaveLength(ids.length)
    expect(await page('?to=2026-11-19')).toEqual([])
    const query = 'query($from: String) { denials(from: $from) { edges { node { id } } } }'
    const { body } = await app.graphql(query, { variables: { from: '2026-11-21' }, token: asha.token })
    expect(body).toEqual({ data: { denials: { edges: [] } } })
    expect((await app.rest('GET', '/trades/denials?from=2026-11-21&to=2026-11-20', { token: asha.token })).body).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', message: 'to must not be before from' },
    })
  })

  test('come in pages that neither repeat nor leave out, also when many were written at one moment', async () => {
    await app.db.denial.updateMany({ data: { createdAt: new Date('2026-11-20T05:00:00Z') } })
    const [first] = await page('?first=1')
    const rest = await page(`?after=${first?.id}&first=3`)
    expect([first?.id, ...rest.map(({ id }) => id)].toSorted()).toEqual(ids.toSorted())
    const { body } = await app.graphql(
      'query($after: ID) { denials(first: 3, after: $after) { edges { node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } }',
      {
        variables: { after: first?.id },
        token: asha.token,
      },
    )
    expect(body).toEqual({
      data: {
        denials: {
          edges: rest.map(({ id }) => ({ node: { id } })),
          pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: rest.at(-1)?.id },
        },
      },
    })
  })

  test('can be had of one strategy alone', async () => {
    expect(await page(`?strategyId=${strategyId}`)).toHaveLength(DENIALS.length)
    const other = await insertStrategy(app.db, 'ema-crossover')
    expect(await page(`?strategyId=${other}`)).toEqual([])
    expect((await app.rest('GET', '/trades/denials?strategyId=x', { token: asha.token })).status).toBe(400)
  })

  test('of another user are never shown, nor usable as a cursor', async () => {
    expect(await page('', ravi)).toEqual([])
    const { status, body } = await app.rest('GET', `/trades/denials?after=${ids[0]}`, { token: ravi.token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'after must be the id of one of your denials' })
  })

  test('refuse a limit out of bounds', async () => {
    const { body } = await app.rest('GET', '/trades/denials?first=201', { token: asha.token })
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', message: 'first must be a whole number from 1 to 200, got 201' })
  })

  test('are told to their owner as they happen', async () => {
    const url = `${app.url.replace('http', 'ws')}/graphql`
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token: asha.token }, retryAttempts: 0 })
    const told: unknown[] = []
    const sink = { next: (result: unknown) => void told.push(result), error: (error: unknown) => void told.push(error), complete: () => {} }
    try {
      client.subscribe({ query: 'subscription { signalDenied { id text } }' }, sink)
      // The gateway takes subscriptions up in order.
      const answered: unknown[] = []
      client.subscribe(
        { query: 'subscription { prices(symbols: []) { symbol } }' },
        { ...sink, next: (result) => void answered.push(result) },
      )
      await eventually(() => answered.length).toBe(1)
      const theirs = await deny(ravi, DENIALS[0]!, 10)
      await publish(app.db, { type: 'signal.denied', denialId: theirs, userId: ravi.id })
      const mine = await deny(asha, DENIALS[1]!, 10)
      await publish(app.db, { type: 'signal.denied', denialId: mine, userId: asha.id })
      await eventually(() => told).toEqual([{ data: { signalDenied: { id: mine, text: 'Skipped: no index price yet.' } } }])
    } finally {
      await client.dispose()
    }
  })
})
