import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  // Noon in India on 20 November.
  const at = Date.parse('2026-11-20T06:30:00Z')
  const segment = { realStart: 0, marketStart: at, sessionOpen: at, sessionClose: at }
  await app.db.engineState.create({
    data: {
      nodeId: randomUUID(),
      market: 'test-market',
      clock: { kind: 'sandbox', speed: 1, segments: [segment] },
      sandbox: true,
      heartbeatAt: new Date(),
      feed: 'connected',
    },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.order.deleteMany()
  await app.db.trade.deleteMany()
})

const limits = (body: unknown, user = asha) => app.rest('PUT', '/account/limits', { body, token: user.token })

describe('the paper account', () => {
  test('adds up: funds and results less what trades and entries hold; the day is the market’s', async () => {
    await app.db.user.update({ where: { id: asha.id }, data: { paperRealisedPaise: 36_172n } })
    // 75 units at ₹100, of which 25 are sold.
    await insertTrade(app.db, { userId: asha.id, strategyId, exitQuantity: 25 })
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(75_000n) })
    const yesterday = { entryTime: new Date('2026-11-19T05:00:00Z'), exitTime: new Date('2026-11-19T05:30:00Z') }
    await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(-20_000n), ...yesterday })
    await insertTrade(app.db, { userId: ravi.id, strategyId })
    const entered = await insertTrade(app.db, { userId: asha.id, strategyId })
    await insertEntryOrder(app.db, entered)
    await app.db.order.updateMany({ data: { status: 'OPEN', filledQuantity: 0, filledValuePaise: 0n, reservedPaise: 800_000n } })
    await app.db.trade.delete({ where: { id: entered } })

    const account = {
      paperFunds: 1_000_000,
      realised: 361.72,
      inTrades: 5_000,
      reserved: 8_000,
      available: 987_361.72,
      openTrades: 2,
      tradesToday: 2,
      usedToday: 15_000,
      realisedToday: 685.87,
      maxDailyLoss: 25_000,
      squareOffAtDailyLoss: false,
      maxOpenTrades: 20,
      removedStop: 'RESTORE',
    }
    const { body } = await app.graphql(`{ account { ${Object.keys(account).join(' ')} } }`, { token: asha.token })
    expect(body).toEqual({ data: { account } })
    expect((await app.rest('GET', '/account', { token: asha.token })).body).toMatchObject({ data: account })
  })

  test('takes new limits, keeps what is left out, and null lifts the daily one', async () => {
    expect((await limits({ maxOpenTrades: 3, paperFunds: 50_000 })).body).toMatchObject({
      data: { maxOpenTrades: 3, paperFunds: 50_000, maxDailyLoss: 25_000 },
    })
    const { body } = await app.graphql('mutation { updateAccountLimits(input: { maxDailyLoss: null }) { maxOpenTrades maxDailyLoss } }', {
      token: asha.token,
    })
    expect(body).toEqual({ data: { updateAccountLimits: { maxOpenTrades: 3, maxDailyLoss: null } } })
    expect(await app.db.user.findUniqueOrThrow({ where: { id: ravi.id } })).toMatchObject({
      maxOpenTrades: 20,
      maxDailyLossPaise: 2_500_000n,
    })
  })

  test('closes open trades at the loss of a day once its owner asks for that without a new password, and stops with one only', async () => {
    const meena = await app.user('Meena')
    await app.db.session.update({ where: { id: meena.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    expect(await limits({ squareOffAtDailyLoss: true }, meena)).toMatchObject({
      status: 200,
      body: { data: { squareOffAtDailyLoss: true } },
    })
    const off = 'mutation { updateAccountLimits(input: { squareOffAtDailyLoss: false }) { squareOffAtDailyLoss maxDailyLoss } }'
    const refused = await app.graphql(off, { token: meena.token })
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'REAUTHENTICATION_REQUIRED' } }] })
    expect((await limits({ maxOpenTrades: 5 }, meena)).body).toMatchObject({ data: { squareOffAtDailyLoss: true, maxOpenTrades: 5 } })
    await app.db.session.update({ where: { id: meena.id }, data: { authenticatedAt: new Date() } })
    expect((await app.graphql(off, { token: meena.token })).body).toEqual({
      data: { updateAccountLimits: { squareOffAtDailyLoss: false, maxDailyLoss: 25_000 } },
    })
    const { body } = await app.rest('GET', '/user/audit-log', { token: meena.token })
    expect(body).toMatchObject({
      data: {
        entries: [
          { details: { squareOffAtDailyLossFrom: true, squareOffAtDailyLossTo: false } },
          { details: { maxOpenTradesTo: 5 } },
          { details: { squareOffAtDailyLossFrom: false, squareOffAtDailyLossTo: true } },
        ],
      },
    })
  })

  test('leaves a live trade to its owner who removes its stop once he asks for that with a new password, and restores it without one', async () => {
    const tara = await app.user('Tara')
    await app.db.session.update({ where: { id: tara.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    const refused = await limits({ removedStop: 'LET_GO' }, tara)
    expect(refused.body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    await app.db.session.update({ where: { id: tara.id }, data: { authenticatedAt: new Date() } })
    expect(await limits({ removedStop: 'LET_GO' }, tara)).toMatchObject({
      status: 200,
      body: { data: { removedStop: 'LET_GO', maxOpenTrades: 20 } },
    })
    await app.db.session.update({ where: { id: tara.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    const restore = 'mutation { updateAccountLimits(input: { removedStop: RESTORE }) { removedStop } }'
    expect((await app.graphql(restore, { token: tara.token })).body).toEqual({ data: { updateAccountLimits: { removedStop: 'RESTORE' } } })
    expect((await app.rest('GET', '/user/audit-log', { token: tara.token })).body).toMatchObject({
      data: {
        entries: [
          { details: { removedStopFrom: 'LET_GO', removedStopTo: 'RESTORE' } },
          { details: { removedStopFrom: 'RESTORE', removedStopTo: 'LET_GO' } },
        ],
      },
    })
    expect((await limits({ removedStop: 'KEEP' }, tara)).body).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', fieldErrors: { removedStop: 'removedStop must be one of RESTORE, LET_GO, got KEEP' } },
    })
  })

  test('keeps its funds while a paper trade is open; its limits may change', async () => {
    await insertTrade(app.db, { userId: ravi.id, strategyId })
    const message = 'Paper funds can be changed only while no paper trade is open; open: 1.'
    const { status, body } = await limits({ paperFunds: 20_000, maxOpenTrades: 7 }, ravi)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CONFLICT', message, fieldErrors: { paperFunds: message } })
    expect(await app.db.user.findUniqueOrThrow({ where: { id: ravi.id } })).toMatchObject({
      paperFundsPaise: 100_000_000n,
      maxOpenTrades: 20,
    })
    expect((await limits({ maxOpenTrades: 7 }, ravi)).status).toBe(200)
  })

  test('item 18: more risk takes a password given within ten minutes; less is never held up', async () => {
    const lata = await app.user('Lata')
    await app.db.session.update({ where: { id: lata.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    const inForce = () =>
      app.db.user.findUniqueOrThrow({
        where: { id: lata.id },
        select: { maxOpenTrades: true, maxDailyLossPaise: true, paperFundsPaise: true },
      })
    const asShipped = await inForce()
    for (const more of [{ maxOpenTrades: 21 }, { maxDailyLoss: 25_001 }, { maxDailyLoss: null }, { paperFunds: 1_000_001 }]) {
      expect(await limits(more, lata)).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
      expect((await limits({ maxOpenTrades: 5, ...more }, lata)).status).toBe(403)
    }
    const { body } = await app.graphql('mutation { updateAccountLimits(input: { maxDailyLoss: null }) { maxDailyLoss } }', {
      token: lata.token,
    })
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'REAUTHENTICATION_REQUIRED' } }] })
    expect(await inForce()).toEqual(asShipped)

    expect((await limits({ maxOpenTrades: 5, maxDailyLoss: 24_000, paperFunds: 500_000 }, lata)).status).toBe(200)
    expect(await inForce()).toEqual({ maxOpenTrades: 5, maxDailyLossPaise: 2_400_000n, paperFundsPaise: 50_000_000n })
    await app.db.session.update({ where: { id: lata.id }, data: { authenticatedAt: new Date() } })
    expect((await limits({ maxDailyLoss: null }, lata)).status).toBe(200)
  })

  test('item 48: a change is in the audit log with the values before and after; what stays leaves nothing there', async () => {
    const nila = await app.user('Nila')
    await limits({ maxDailyLoss: null, maxOpenTrades: 20 }, nila)
    await limits({ maxOpenTrades: 20 }, nila)
    await limits({ maxOpenTrades: 7 }, nila)
    const { body } = await app.rest('GET', '/user/audit-log', { token: nila.token })
    expect(body).toMatchObject({
      data: {
        entries: [
          { action: 'LIMITS_CHANGED', details: { maxOpenTradesFrom: 20, maxOpenTradesTo: 7 } },
          {
            action: 'LIMITS_CHANGED',
            sessionId: nila.id,
            address: '127.0.0.1',
            details: { maxDailyLossFrom: 25_000, maxDailyLossTo: null },
          },
        ],
      },
    })
  })

  test.each([
    [{ paperFunds: 9_999 }, 'paperFunds must be a number from 10000 to 10000000, got 9999'],
    [{ paperFunds: null }, 'paperFunds must be a number from 10000 to 10000000, got null'],
    [{ maxDailyLoss: 0 }, 'maxDailyLoss must be a number from 100 to 10000000, got 0'],
    [{ squareOffAtDailyLoss: 'yes' }, 'squareOffAtDailyLoss must be true or false, got yes'],
    [{ maxOpenTrades: 101 }, 'maxOpenTrades must be a whole number from 1 to 100, got 101'],
    [{ maxOpenTrades: 2.5 }, 'maxOpenTrades must be a whole number from 1 to 100, got 2.5'],
  ])('refuses %j', async (body, message) => {
    expect((await limits(body)).body).toMatchObject({ code: 'BAD_USER_INPUT', message })
  })

  test('is for the signed-in', async () => {
    expect((await app.rest('GET', '/account')).status).toBe(401)
    expect((await app.rest('PUT', '/account/limits', { body: {} })).status).toBe(401)
  })
})
