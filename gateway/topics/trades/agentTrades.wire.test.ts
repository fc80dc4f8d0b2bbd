import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentStrategies } from '../../../prisma/agent/agentStrategies.ts'
import { insertAnalysis } from '../../testing/insertAnalysis.ts'
import { closedWith, insertEntryOrder, insertTrade } from '../../testing/rows.ts'
import { testRecord } from '../../../schema/trading/testing/testRecord.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let asha: TestUser
let admin: TestUser
let strategyId: string
beforeAll(async () => {
  app = await startTestGateway()
  await createAgentStrategies(app.db)
  strategyId = (await app.db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' } })).id
  asha = await app.user('Asha')
  admin = await app.user('Meera')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

async function get(path: string, { token } = asha): Promise<unknown> {
  const { status, body } = await app.rest('GET', path, { token })
  expect(status).toBe(200)
  return body
}

test('an exploratory trade of the agent says UNPROVEN with its analysis, and what its record came to, wherever it is shown, and its strategy is nowhere on offer', async () => {
  const user = { userId: asha.id, strategyId }
  const subscription = await app.db.subscription.create({ data: { ...user, isActive: false, endedAt: new Date() } })
  const analysisId = await insertAnalysis(app.db, testRecord())
  const insert = async (columns: object) => {
    const id = await insertTrade(app.db, { ...user, ...columns })
    await app.db.trade.update({ where: { id }, data: { subscriptionId: subscription.id } })
    await app.db.subscription.deleteMany({ where: { userId: asha.id, endedAt: null } })
    return id
  }
  const running = await insert({})
  await insertEntryOrder(app.db, running)
  await app.db.signal.updateMany({ data: { analysisId, operandValues: [] } })
  await insert({ ...closedWith(-7_500n), status: 'COMPLETED', exitReason: 'WINDOW_END', exitTime: new Date('2026-11-20T05:30:00Z') })

  const named = { strategy: 'AI Trading Agent (UNPROVEN)', source: 'AGENT', unproven: true }
  expect(await get('/trades/live')).toMatchObject({
    data: [
      {
        ...{ ...named, id: running, analysisId },
        opened:
          "UNPROVEN: the agent's analysis leaned to a call on the 1min candle of 10:29, NIFTY at 24,512.30. Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade.",
        standing: { evidence: 1.3, threshold: 560, open: false, control: -0.013 },
        closed: null,
      },
    ],
  })
  const history = await get('/trades/history?running=false')
  expect(history).toMatchObject({ data: { trades: [{ ...named, analysisId: null, standing: null }] } })
  expect(JSON.stringify(history)).toContain('its 30 minutes were over')
  const csv = await fetch(`${app.url}/api/trades/history.csv`, { headers: { authorization: `Bearer ${asha.token}` } })
  expect(await csv.text()).toMatch(/AI Trading Agent \(UNPROVEN\).*its 30 minutes were over/)
  expect(JSON.stringify(await get('/reports?mode=PAPER'))).toContain('AI Trading Agent (UNPROVEN)')

  for (const caller of [asha, admin]) {
    expect(JSON.stringify(await get('/strategy/available', caller))).not.toContain('AI Trading Agent')
    expect(JSON.stringify(await get('/strategy/user', caller))).not.toContain('AI Trading Agent')
    const { body } = await app.graphql('query($id: ID!) { strategyPage(id: $id) { strategy { name } } }', {
      ...{ variables: { id: strategyId }, token: caller.token },
    })
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  }
  expect(JSON.stringify(await get('/admin/strategies', admin))).not.toContain('AI Trading Agent')
})
