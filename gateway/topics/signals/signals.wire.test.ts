import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { MINUTE } from '../../../schema/time.ts'
import { insertStrategy } from '../../testing/rows.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

/** 10:25 in India. */
const FIRST_CANDLE = Date.parse('2026-11-20T04:55:00Z')
const LIST = `query ($filter: SignalFilterInput, $first: Int! = 50, $after: ID) { signals(filter: $filter, first: $first, after: $after) {
  edges { cursor node { id time strategyId strategy version symbol interval side price values { operand value } } }
  pageInfo { hasNextPage hasPreviousPage endCursor } } }`

let app: TestGateway
let asha: TestUser
let ravi: TestUser
let open: string
let hidden: string
/** Of the public strategy, oldest first. */
const ids: string[] = []

interface Made {
  readonly market?: string
  readonly symbol?: string
  readonly interval?: string
  readonly side?: SignalSide
  readonly operandValues?: { operand: string; value: number | string }[]
}
async function signal(
  strategyId: string,
  minute: number,
  { market = 'm', symbol = 'NIFTY', interval = '1min', side = 'LONG', ...more }: Made = {},
) {
  const candleTime = new Date(FIRST_CANDLE + minute * MINUTE)
  const data = { strategyId, market, symbol, interval, side, candleTime, pricePaise: 2_451_230n, ...more }
  return (await app.db.signal.create({ data })).id
}

beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const state = { market: 'm', feed: 'connected', sandbox: false, clock: { kind: 'real' }, heartbeatAt: new Date(), lastTickAt: null }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...state } })
  open = await insertStrategy(app.db, 'supertrend')
  hidden = await insertStrategy(app.db, 'ema-crossover')
  await app.db.strategy.update({ where: { id: hidden }, data: { isPublic: false } })
  await app.db.subscription.create({ data: { userId: asha.id, strategyId: hidden, isActive: false } })
  ids.push(
    await signal(open, 0, {
      interval: '5min',
      side: 'SHORT',
      operandValues: [
        { operand: 'EMA(9)', value: 24_512.3 },
        { operand: 'the time', value: '10:30' },
      ],
    }),
  )
  ids.push(await signal(open, 6, { symbol: 'MIDCPNIFTY' }))
  ids.push(await signal(open, 7))
  // On the next day in India.
  ids.push(await signal(open, 14 * 60))
  await signal(open, 8, { market: 'of another sandbox' })
})
afterAll(() => app.close())

interface Page {
  readonly edges: readonly { readonly node: { readonly id: string } & Readonly<Record<string, unknown>> }[]
  readonly pageInfo: object
}
const ask = (variables: object = {}, { token }: TestUser = ravi) => app.graphql(LIST, { variables: { ...variables }, token })
const page = async (variables?: object, user?: TestUser) => ((await ask(variables, user)).body as { data: { signals: Page } }).data.signals
const found = async (variables?: object, user?: TestUser) => (await page(variables, user)).edges.map(({ node }) => node.id)

describe('signals', () => {
  test('say when which version said what, and what its rule compared, the latest first, of the present market', async () => {
    const { edges, pageInfo } = await page()
    expect(edges.map(({ node }) => node.id)).toEqual(ids.toReversed())
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, endCursor: ids[0] })
    expect(edges.at(-1)?.node).toEqual({
      // Its five minutes began at 04:55.
      ...{ id: ids[0], time: '2026-11-20T05:00:00.000Z', strategyId: open, strategy: 'Supertrend', version: 1, symbol: 'NIFTY' },
      ...{ interval: 'FIVE_MINUTES', side: 'SHORT', price: 24_512.3 },
      values: [
        { operand: 'EMA(9)', value: '24,512.30' },
        { operand: 'the time', value: '10:30' },
      ],
    })
    expect(edges.at(-2)?.node).toMatchObject({ symbol: 'MIDCAP', values: [] })
  })

  test('are of strategies that are public and active, and of those that the user has a subscription of', async () => {
    const theirs = await signal(hidden, 1)
    expect(await found({ filter: { strategyId: hidden } })).toEqual([])
    expect(await found({ filter: { strategyId: hidden } }, asha)).toEqual([theirs])
    expect(await found({}, asha)).toContain(theirs)
    await app.db.strategy.update({ where: { id: open }, data: { isActive: false } })
    expect(await found()).toEqual([])
    await app.db.strategy.update({ where: { id: open }, data: { isActive: true } })
    expect(await ask({ after: theirs })).toMatchObject({
      body: { errors: [{ message: 'after must be the id of a signal that you may read', extensions: { code: 'BAD_USER_INPUT' } }] },
    })
  })

  test.each([
    [{ symbol: 'MIDCAP' }, [1]],
    [{ side: 'SHORT' }, [0]],
    [{ side: 'LONG', symbol: 'NIFTY' }, [3, 2]],
    [{ from: '2026-11-21' }, [3]],
    [{ to: '2026-11-20' }, [2, 1, 0]],
    [{ from: '2026-11-20', to: '2026-11-20', side: 'LONG' }, [2, 1]],
    [{ from: '2026-11-22' }, []],
  ])('are asked for by %j', async (filter, places) => {
    expect(await found({ filter })).toEqual(places.map((place) => ids[place]))
  })

  test('come in pages that neither repeat nor leave out, also of one moment', async () => {
    const at = [await signal(open, -5), await signal(open, -5, { symbol: 'SENSEX' }), await signal(open, -5, { symbol: 'BANKNIFTY' })]
    const all = await found({ filter: { to: '2026-11-20' } })
    expect(all.slice(-3).toSorted()).toEqual(at.toSorted())
    const pages: string[] = []
    for (let after: string | null = null; pages.length < all.length; after = pages.at(-1) ?? null) {
      const next = await found({ filter: { to: '2026-11-20' }, first: 2, after })
      expect(next.length).toBeGreaterThan(0)
      pages.push(...next)
    }
    expect(pages).toEqual(all)
  })

  test.each([
    [{ filter: { symbol: 'DAX' } }, /^symbol must be one of/],
    [{ filter: { from: '2026-11-21', to: '2026-11-20' } }, /^to must not be before from$/],
    [{ filter: { from: 'today' } }, /^from must be a date/],
    [{ first: 201 }, /^first must be a whole number from 1 to 200/],
    [{ first: 0 }, /^first must be/],
  ])('%j is refused in words', async (variables, message) => {
    expect((await ask(variables)).body).toMatchObject({
      errors: [{ message: expect.stringMatching(message) as string, extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })
})
