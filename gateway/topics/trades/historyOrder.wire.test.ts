import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TradeSort } from '../../../schema/trading/tradeSorts.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  const strategies = [await insertStrategy(app.db, 'ema-crossover'), await insertStrategy(app.db, 'supertrend')]
  for (const [i, gross] of [500n, -300n, null, 500n, 0n, -300n, null, 90n].entries()) {
    await insertTrade(app.db, {
      ...{ userId: asha.id, strategyId: strategies[i % 2]!, option: `NIFTY24NOV26${24_000 + (i % 3) * 50}CE` },
      ...(gross === null ? { status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: new Date() } : closedWith(gross)),
      ...{ signal: i % 3 === 0 ? 'SHORT' : 'LONG', entryPricePaise: 10_000n + BigInt(i % 4) * 5n },
      entryTime: new Date(Date.UTC(2026, 10, 20, 5, i % 5)),
    })
  }
})
afterAll(() => app.close())

interface Shown {
  readonly id: string
  readonly option: string
  readonly strategy: string
  readonly signal: string
  readonly status: string
  readonly entryPrice: number
  readonly exitPrice: number | null
  readonly profitLossRs: number | null
  readonly entryTime: string
}

async function page(query: string): Promise<Shown[]> {
  const { body } = await app.rest('GET', `/trades/history?${query}`, { token: asha.token })
  return (body as { data: { trades: Shown[] } }).data.trades
}

const COLUMNS = [
  ['ENTRY_TIME', 'entryTime'],
  ['SYMBOL', 'option'],
  ['STRATEGY', 'strategy'],
  ['SIDE', 'signal'],
  ['ENTRY_PRICE', 'entryPrice'],
  ['EXIT_PRICE', 'exitPrice'],
  ['PROFIT', 'profitLossRs'],
  ['STATUS', 'status'],
] as const satisfies [TradeSort, keyof Shown][]

/** Statuses and sides come in the order in which the product lists them. */
const RANKS = ['LONG', 'SHORT', 'RUNNING', 'TARGET_HIT', 'STOPLOSS_HIT', 'COMPLETED']
const rank = (value: string | number) => (typeof value === 'string' && RANKS.includes(value) ? RANKS.indexOf(value) : value)

describe.each(COLUMNS)('the history by %s', (sort, column) => {
  test.each([true, false])('is in order, descending %s, what is unknown last', async (descending) => {
    const values = (await page(`sort=${sort}&descending=${descending}`)).map((trade) => trade[column])
    expect(values).toHaveLength(8)
    const known = values.filter((value) => value !== null)
    expect(values).toEqual([...known, ...values.filter((value) => value === null)])
    const sorted = known.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
    expect(known).toEqual(descending ? sorted.reverse() : sorted)
  })

  test.each([true, false])('comes page by page with every trade once, descending %s', async (descending) => {
    const query = `sort=${sort}&descending=${descending}`
    const all = await page(query)
    const pages: Shown[] = []
    for (let next = await page(`${query}&first=3`); next.length > 0; next = await page(`${query}&first=3&after=${pages.at(-1)?.id}`)) {
      pages.push(...next)
    }
    expect(pages).toEqual(all)
  })
})

test('a trade of somebody else is no cursor', async () => {
  const [trade] = await page('limit=1')
  const { status, body } = await app.rest('GET', `/trades/history?after=${trade?.id}`, { token: ravi.token })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: 'after must be the id of one of your trades' })
})
