import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway, type TestUser } from '../testing/startTestGateway.ts'
import type { OpenApiDocument } from '../testing/restRequests.ts'
import { insertStrategy, insertTrade } from '../testing/rows.ts'

let app: TestGateway
let admin: TestUser
let strategyId: string
let tradeId: string
beforeAll(async () => {
  app = await startTestGateway()
  admin = await app.user('Meera')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  tradeId = await insertTrade(app.db, { userId: admin.id, strategyId })
})
afterAll(() => app.close())

interface Mutation {
  /** The REST path that does the same. */
  readonly twin: string
  readonly text: string
  readonly input: () => unknown
  /** Changed input: another request. */
  readonly other: () => unknown
  /** How many effects there were, over all of the test. */
  readonly effects: () => Promise<number>
}
const RULES = { interval: '5min', long: ['close', 'crosses above', 'ema(20)'], short: null }
const STRATEGY = { name: 'Pullback', description: 'Buys dips.', category: 'Trend', rules: RULES, instruments: ['nifty'] }
const mine = { scope: 'USER', squareOff: false, confirm: 'STOP' }
const MUTATIONS: readonly Mutation[] = [
  {
    twin: 'post /api/trades/{id}/close',
    text: 'mutation($input: ID!) { done: closeTrade(id: $input) { id } }',
    input: () => tradeId,
    other: () => strategyId,
    effects: () => app.db.exitRequest.count(),
  },
  {
    twin: 'post /api/strategy/run',
    text: 'mutation($input: RunBacktestInput!) { done: runBacktest(input: $input, wait: false) { id } }',
    input: () => ({ strategyId, symbol: 'NIFTY' }),
    other: () => ({ strategyId, symbol: 'NIFTY', from: '2026-01-01' }),
    effects: () => app.db.backtestRun.count(),
  },
  {
    twin: 'post /api/admin/strategies',
    text: 'mutation($input: StrategyInput!) { done: createStrategy(input: $input) { id } }',
    input: () => STRATEGY,
    other: () => ({ ...STRATEGY, name: 'Breakout' }),
    effects: () => app.db.strategy.count({ where: { name: { in: ['Pullback', 'Breakout'] } } }),
  },
  {
    twin: 'post /api/emergency-stop',
    text: 'mutation($input: EmergencyStopInput!) { done: emergencyStop(input: $input) { stop { id } } }',
    input: () => mine,
    other: () => ({ ...mine, reason: 'Another' }),
    effects: () => app.db.killSwitch.count(),
  },
  {
    twin: 'delete /api/emergency-stop',
    text: 'mutation($input: StopTargetInput!) { done: liftStop(input: $input) }',
    input: () => ({ scope: 'USER' }),
    other: () => ({ scope: 'GLOBAL' }),
    effects: () => app.db.killSwitch.count({ where: { liftedAt: { not: null } } }),
  },
]

const send = ({ text }: Mutation, input: unknown, key: string) => app.graphql(text, { variables: { input }, token: admin.token, key })

// In their order: what one stops the next one lifts.
test.each(MUTATIONS)(
  'by GraphQL, like $twin, a request sent again with its Idempotency-Key has one effect and one answer',
  async (mutation) => {
    const key = `once-${mutation.twin}`
    const input = mutation.input()
    const before = await mutation.effects()
    const [first, ...repeated] = await Promise.all(Array.from({ length: 3 }, () => send(mutation, input, key)))
    expect(first?.body).toMatchObject({ data: { done: expect.anything() } })
    for (const { body } of [...repeated, await send(mutation, input, key)]) expect(body).toEqual(first?.body)
    expect(await mutation.effects()).toBe(before + 1)

    const { body } = await send(mutation, mutation.other(), key)
    expect(body).toMatchObject({
      errors: [{ message: expect.stringContaining('was used for another request'), extensions: { code: 'CONFLICT' } }],
    })
    const tooLong = await send(mutation, input, 'x'.repeat(256))
    expect(tooLong.body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect(await mutation.effects()).toBe(before + 1)
  },
)

test('a key names one request, whether it comes by REST or by GraphQL', async () => {
  const trade = await insertTrade(app.db, { userId: admin.id, strategyId })
  expect((await app.rest('POST', `/trades/${trade}/close`, { token: admin.token, key: 'either' })).status).toBe(200)
  const { body } = await app.graphql('mutation($id: ID!) { closeTrade(id: $id) { id closing } }', {
    ...{ variables: { id: trade }, token: admin.token, key: 'either' },
  })
  expect(body).toMatchObject({ data: { closeTrade: { id: trade, closing: true } } })
})

test('every REST path that takes an Idempotency-Key has its mutation in this table', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as OpenApiDocument
  const takers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key') ? [`${method} ${path}`] : [],
    ),
  )
  expect(takers.toSorted()).toEqual(MUTATIONS.map(({ twin }) => twin).toSorted())
})
