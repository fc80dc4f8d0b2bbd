import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPrices } from '../../../prisma/bus/prices.ts'
import { paise } from '../../../schema/money.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

const OPTION = 'NIFTY24NOV2624500CE'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
/** Asha's running trade, bought at ₹100, its stop at ₹88 and its target at ₹118; its only leg has the same id. */
let id: string
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  await tellPrices(app.db, { prices: [[OPTION, paise(105_00), Date.parse('2026-11-20T06:30:00Z')]], leftAt: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.levelChange.deleteMany()
  await app.db.trade.deleteMany()
  id = await insertTrade(app.db, { userId: asha.id, strategyId })
})

const CHANGE = 'mutation ($input: LegLevelsInput!) { changeLevels(input: $input) { id sl } }'
const change = (input: object, { token } = asha, key?: string) =>
  app.graphql(CHANGE, { variables: { input: { legId: id, ...input } }, token, ...(key === undefined ? {} : { key }) })
const refused = (code: string, message: unknown) => ({ errors: [{ message, extensions: { code } }] })
const asked = () => app.db.levelChange.findMany()

describe('stop and target of an open leg', () => {
  test('are asked of the engine, which is told', async () => {
    expect((await change({ stop: 95, target: 130.05 })).body).toEqual({ data: { changeLevels: { id, sl: 88 } } })
    expect(await asked()).toMatchObject([{ legId: id, stopPaise: 95_00n, targetPaise: 130_05n, setAt: null }])
    const { body } = await app.graphql(`{ levelChanges(tradeId: "${id}") { legId stop target stopBefore targetBefore setAt } }`, {
      token: asha.token,
    })
    expect(body).toEqual({
      data: { levelChanges: [{ legId: id, stop: 95, target: 130.05, stopBefore: null, targetBefore: null, setAt: null }] },
    })
  })

  test('asked for ten times with one key are asked for once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => change({ stop: 95 }, asha, 'levels-1')))
    for (const { body } of answers) expect(body).toMatchObject({ data: { changeLevels: { id } } })
    expect(await asked()).toHaveLength(1)
  })

  test('on the wrong side of the last price are refused with the numbers compared, and nothing is asked', async () => {
    await eventually(async () => (await app.graphql(`{ trade(id: "${id}") { ltp } }`, { token: asha.token })).body).toEqual({
      data: { trade: { ltp: 105 } },
    })
    const { body } = await change({ stop: 106 })
    expect(body).toMatchObject(
      refused(
        'BAD_USER_INPUT',
        expect.stringMatching(/^The stop of ₹106 is not below the last price of ₹105: it would close the trade at once/),
      ),
    )
    expect((await change({})).body).toMatchObject(refused('BAD_USER_INPUT', 'Give a stop, a target or both.'))
    expect(await asked()).toEqual([])
  })

  test('are not those of a trade that is closed, closing, or let go', async () => {
    await app.graphql('mutation ($id: ID!) { closeTrade(id: $id) { id } }', { variables: { id }, token: asha.token })
    expect((await change({ stop: 95 })).body).toMatchObject(refused('CONFLICT', 'This trade is already being closed.'))
    await app.db.exitRequest.deleteMany()
    await changeTrade(app.db, id, { mode: 'LIVE', letGoAt: new Date() })
    expect((await change({ stop: 95 })).body).toMatchObject(refused('CONFLICT', expect.stringMatching(/^This trade was left to you/)))
    await changeTrade(app.db, id, { letGoAt: null, ...closedWith(75_000n) })
    expect((await change({ stop: 95 })).body).toMatchObject(refused('CONFLICT', 'This trade is already closed.'))
    expect(await asked()).toEqual([])
  })

  test("of another user's are not found", async () => {
    expect((await change({ stop: 95 }, ravi)).body).toMatchObject(refused('NOT_FOUND', 'You have no such trade.'))
    expect((await change({ legId: randomUUID(), stop: 95 })).body).toMatchObject(refused('NOT_FOUND', 'You have no such trade.'))
  })
})
