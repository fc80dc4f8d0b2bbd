import { afterAll, beforeAll, expect, test } from 'vitest'
import { closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestGateway, type Answer, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const FIELDS =
  'strategyId strategy version symbol option side lots quantity entryPrice exitPrice entryTime exitTime gross charges net exitReason'
const PAGE = `query ($mode: TradeMode!, $filter: ClosedTradeFilterInput, $first: Int, $after: String) {
  anonymousTrades(mode: $mode, filter: $filter, first: $first, after: $after) { edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage endCursor } }
}`

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: Readonly<Record<string, string | number>> }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
}
let app: TestGateway
let people = 0
let admin: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  admin = await app.user('Admin')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

const ask = (variables: object, { token }: TestUser = admin) => app.graphql(PAGE, { variables: { mode: 'PAPER', ...variables }, token })
const pageIn = ({ body }: Answer) => (body as { data: { anonymousTrades: Page } }).data.anonymousTrades

test('item 20: trades of all users come page by page, and nothing in them names anybody or leads to a row', async () => {
  const strategyId = await insertStrategy(app.db, 'ema-crossover', { slug: `named-${people++}` })
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const { id: userId } = await app.user(`Person${people++}`)
    ids.push(
      userId,
      await insertTrade(app.db, { userId, strategyId, ...closedWith(BigInt(10_000 + i)), entryTime: new Date('2026-11-20T05:00:42.123Z') }),
    )
  }
  await insertTrade(app.db, { userId: ids[0]!, strategyId, ...closedWith(1n), mode: 'LIVE' })
  await insertTrade(app.db, { userId: ids[0]!, strategyId })
  const seen: Page['edges'][number][] = []
  let after: string | null = null
  do {
    const answer: Answer = await ask({ filter: { strategyId }, first: 2, after })
    const text = JSON.stringify(answer.body)
    for (const id of ids) expect(text).not.toContain(id)
    const { edges, pageInfo }: Page = pageIn(answer)
    seen.push(...edges)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  expect(seen.map(({ node }) => node['gross']).sort()).toEqual([100, 100.01, 100.02, 100.03, 100.04])
  expect(seen[0]?.node).toMatchObject({
    ...{ strategyId, symbol: 'NIFTY', option: 'NIFTY24NOV2624500CE', side: 'LONG', lots: 1, quantity: 75, entryPrice: 100, charges: 64.13 },
    ...{ entryTime: '2026-11-20T05:00:00.000Z', exitTime: '2026-11-20T05:30:00.000Z', exitReason: 'TARGET' },
  })
  // A cursor says nothing of the trade: the same page has others each time.
  const again = pageIn(await ask({ filter: { strategyId }, first: 1 })).edges[0]!
  expect(again.node).toEqual(seen[0]?.node)
  expect(again.cursor).not.toBe(seen[0]?.cursor)
  expect(pageIn(await ask({ filter: { strategyId, symbol: 'BANKNIFTY' } })).edges).toEqual([])
  expect(pageIn(await ask({ filter: { strategyId, to: '2026-11-19' } })).edges).toEqual([])
})

test('item 20: the type has no field for an id of a trade, a user or an account', async () => {
  const { body } = await app.graphql('{ __type(name: "AnonymousTrade") { fields { name } } }', { token: admin.token })
  const names = (body as { data: { __type: { fields: { name: string }[] } } }).data.__type.fields.map(({ name }) => name)
  expect(names).toHaveLength(16)
  expect(names.filter((name) => /id$|user|account|owner|subscription|created/i.test(name))).toEqual(['strategyId'])
})

test('they are for admins with two-factor sign-in, and a cursor that is none is refused', async () => {
  const analyst = await app.user(`Analyst${people++}`)
  await app.db.user.update({ where: { id: analyst.id }, data: { role: 'analyst', twoFactorAt: new Date() } })
  const bare = await app.user(`Bare${people++}`)
  await app.db.user.update({ where: { id: bare.id }, data: { role: 'admin' } })
  for (const user of [analyst, bare]) expect((await ask({}, user)).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  for (const after of ['x', Buffer.from('1 2').toString('base64url'), ''])
    expect((await ask({ after })).body, after).toMatchObject({ errors: [{ message: 'after must be the cursor of an answer' }] })
})
