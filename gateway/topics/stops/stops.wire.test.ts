import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../prisma/bus/listen.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import { MINUTE } from '../../../schema/time.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
  admin = await app.user('Meera')
  await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.order.deleteMany()
  await app.db.trade.deleteMany()
  await app.db.subscription.deleteMany()
  await app.db.killSwitch.deleteMany()
})

const MINE = { scope: 'USER', squareOff: false, confirm: 'STOP' }
const stop = (body: unknown, user = asha, key?: string) =>
  app.rest('POST', '/emergency-stop', { body, token: user.token, ...(key === undefined ? {} : { key }) })
const lift = (body: unknown, user = asha) => app.rest('DELETE', '/emergency-stop', { body, token: user.token })
const inForce = async (user: TestUser) => {
  const { body } = await app.graphql('{ stops { scope strategyId reason } }', { token: user.token })
  return (body as { data: { stops: unknown[] } }).data.stops
}

/** An exit order of a trade, as the engine writes it. */
async function insertExit(tradeId: string, status: 'FILLED' | 'REJECTED', note: string | null): Promise<void> {
  const { userId, subscriptionId } = await app.db.trade.findUniqueOrThrow({ where: { id: tradeId } })
  const { id: legId, contract } = await app.db.leg.findFirstOrThrow({ where: { tradeId } })
  await app.db.order.create({
    data: {
      ...{
        userId,
        subscriptionId,
        tradeId,
        legId,
        contract: contract ?? {},
        quantity: 75,
        clientOrderId: `X${tradeId.slice(-14)}`,
        note,
        status,
      },
      ...{ mode: 'PAPER', purpose: 'EXIT', exitReason: 'EMERGENCY', side: 'SELL', intendedAt: new Date() },
    },
  })
}

describe('an emergency stop', () => {
  test('of one’s own is in force at once, told to the engine, one however often made, and lifted', async () => {
    const heard: string[] = []
    const bus = await listen(
      app.databaseUrl,
      (event) => heard.push(event.type),
      () => {},
    )
    try {
      const { status, body } = await stop({ ...MINE, reason: ' The market is mad ' })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        message: 'No new trades are opened until the stop is lifted.',
        data: {
          stop: { scope: 'USER', strategyId: null, squareOff: false, reason: 'The market is mad' },
          results: { closed: 0, open: 0, trades: [] },
        },
      })
      const again = await stop(MINE)
      expect((again.body as { data: { stop: unknown } }).data.stop).toEqual((body as { data: { stop: unknown } }).data.stop)
      expect(await app.db.killSwitch.findMany()).toMatchObject([{ scope: 'USER', scopeId: asha.id, by: asha.id, liftedAt: null }])
      expect(await inForce(asha)).toEqual([{ scope: 'USER', strategyId: null, reason: 'The market is mad' }])
      expect(await inForce(ravi)).toEqual([])
      expect((await lift({ scope: 'USER' })).body).toMatchObject({ message: 'The stop is lifted: new trades are opened again.' })
      expect(await inForce(asha)).toEqual([])
      await eventually(() => heard).toEqual(['kill.changed', 'kill.changed', 'kill.changed'])
      expect((await lift({ scope: 'USER' })).body).toMatchObject({ code: 'CONFLICT', message: 'No such emergency stop is in force.' })
    } finally {
      await bus.close()
    }
  })

  test('of a strategy or of everyone is for admins, and shown to whom it concerns', async () => {
    for (const target of [{ scope: 'GLOBAL' }, { scope: 'STRATEGY', strategyId }]) {
      expect((await stop({ ...MINE, ...target })).body).toMatchObject({ code: 'FORBIDDEN' })
      expect((await lift(target)).body).toMatchObject({ code: 'FORBIDDEN' })
      expect((await stop({ ...MINE, ...target }, admin)).status).toBe(200)
    }
    await app.db.subscription.create({ data: { userId: ravi.id, strategyId } })
    const [ofStrategy, ofAll] = [expect.objectContaining({ scope: 'STRATEGY', strategyId }), expect.objectContaining({ scope: 'GLOBAL' })]
    expect(await inForce(asha)).toEqual([ofAll])
    expect(await inForce(ravi)).toEqual([ofAll, ofStrategy])
    expect(await inForce(admin)).toEqual([ofAll, ofStrategy])
    expect((await lift({ scope: 'STRATEGY', strategyId }, admin)).status).toBe(200)
    expect(await inForce(ravi)).toEqual([ofAll])
  })

  test('item 18: is lifted only after a recent password; pulling it takes none', async () => {
    const lata = await app.user('Lata')
    const gave = (authenticatedAt: Date) => app.db.session.update({ where: { id: lata.id }, data: { authenticatedAt } })
    await gave(new Date(Date.now() - 11 * MINUTE))
    expect((await stop(MINE, lata)).status).toBe(200)
    expect(await lift({ scope: 'USER' }, lata)).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
    const graphql = await app.graphql('mutation { liftStop(input: { scope: USER }) }', { token: lata.token })
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'REAUTHENTICATION_REQUIRED' } }] })
    expect(await inForce(lata)).toHaveLength(1)
    await gave(new Date())
    expect((await lift({ scope: 'USER' }, lata)).status).toBe(200)
  })

  test.each([
    [{ confirm: 'stop' }, 'confirm', 'Type STOP to confirm'],
    [{ confirm: undefined }, 'confirm', 'Type STOP to confirm'],
    [{ scope: 'EVERYONE' }, 'scope', 'scope must be one of USER, STRATEGY, GLOBAL, got EVERYONE'],
    [{ scope: 'STRATEGY' }, 'strategyId', 'strategyId is required with the scope STRATEGY, and only then'],
    [{ strategyId: randomUUID() }, 'strategyId', 'strategyId is required with the scope STRATEGY, and only then'],
    [{ squareOff: 'yes' }, 'squareOff', 'squareOff must be true or false'],
    [{ reason: 'x'.repeat(201) }, 'reason', 'reason must be at most 200 characters long'],
    [{ reason: 'a\nb' }, 'reason', 'reason must not contain control characters'],
  ])('refuses %j and stops nothing', async (changes, field, message) => {
    const { status, body } = await stop({ ...MINE, ...changes })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', fieldErrors: { [field]: message } })
    expect(await app.db.killSwitch.count()).toBe(0)
  })

  test('of an unknown strategy is not found', async () => {
    expect((await stop({ ...MINE, scope: 'STRATEGY', strategyId: randomUUID() }, admin)).body).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an admin’s stop of one account', () => {
  const OTHERS = { ...MINE, userId: '', reason: 'Called by phone' }
  const others = (changes: object = {}) => ({ ...OTHERS, userId: asha.id, ...changes })
  const back = { scope: 'USER', reason: 'Called again' }
  const whose = () => app.db.killSwitch.findMany({ select: { by: true, reason: true, ownReason: true, squareOff: true, liftedAt: true } })

  test('is nobody else’s to pull, takes a recent password, a reason and an account that there is', async () => {
    expect((await stop(others(), ravi)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect((await lift({ ...back, userId: asha.id }, ravi)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect((await stop(others({ reason: ' ' }), admin)).body).toMatchObject({ fieldErrors: { reason: 'A reason is required' } })
    expect((await stop(others({ userId: randomUUID() }), admin)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await stop(others({ scope: 'GLOBAL' }), admin)).body).toMatchObject({
      fieldErrors: { userId: 'userId goes with the scope USER only' },
    })
    await app.db.session.updateMany({ where: { userId: admin.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    expect((await stop(others(), admin)).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    await app.db.session.updateMany({ where: { userId: admin.id }, data: { authenticatedAt: new Date() } })
    expect(await app.db.killSwitch.count()).toBe(0)
    expect(await app.db.auditEntry.count({ where: { action: { in: ['ENTRIES_STOPPED', 'ACCOUNT_STOPPED'] } } })).toBe(0)
  })

  test('stands in both audit logs and in a mail, is shown to its owner as an admin’s, and is not the owner’s to lift', async () => {
    expect((await stop(others({ squareOff: true }), admin)).body).toMatchObject({ data: { stop: { scope: 'USER', liftable: true } } })
    const { body } = await app.graphql('{ stops { reason liftable } }', { token: asha.token })
    expect(body).toEqual({ data: { stops: [{ reason: 'Called by phone', liftable: false }] } })
    expect((await lift({ scope: 'USER' })).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'An admin has stopped your trading, and only an admin can lift that. The reason: Called by phone',
    })
    const audited = async (accountId: string) =>
      (await app.db.auditEntry.findMany({ where: { accountId, action: { contains: 'STOPPED' } } })).map(({ action, actor }) => [
        action,
        actor,
      ])
    expect(await audited(asha.id)).toEqual([['ENTRIES_STOPPED', admin.id]])
    expect(await audited(admin.id)).toEqual([['ACCOUNT_STOPPED', 'owner']])
    await eventually(() => mailsTo(app.home, 'asha@example.com')).toEqual([
      expect.stringMatching(/Subject: Your trading was stopped[^]*squaring off[^]*Reason: Called by phone/),
    ])
    expect((await app.rest('GET', `/admin/users/${asha.id}`, { token: admin.token })).body).toMatchObject({
      data: { stop: { byOwner: false, ownerToo: false, squareOff: true, reason: 'Called by phone' } },
    })
    expect((await lift({ ...back, userId: asha.id }, admin)).status).toBe(200)
    expect(await inForce(asha)).toEqual([])
    expect((await lift({ ...back, userId: asha.id }, admin)).body).toMatchObject({ code: 'CONFLICT' })
  })

  test('and the owner’s own are each lifted by who pulled them, whichever came first', async () => {
    for (const ownFirst of [true, false]) {
      await app.db.killSwitch.deleteMany()
      if (ownFirst) await stop({ ...MINE, reason: 'Enough' })
      await stop(others(), admin)
      if (!ownFirst) await stop({ ...MINE, reason: 'Enough' })
      expect(await whose()).toMatchObject([{ by: admin.id, reason: 'Called by phone', ownReason: 'Enough', liftedAt: null }])
      expect((await lift({ scope: 'USER' })).body).toMatchObject({ code: 'FORBIDDEN' })
      expect((await lift({ ...back, userId: asha.id }, admin)).status).toBe(200)
      expect(await whose()).toMatchObject([{ by: asha.id, reason: 'Enough', ownReason: null, liftedAt: null }])
      expect((await lift({ ...back, userId: asha.id }, admin)).body).toMatchObject({ code: 'CONFLICT' })
      expect((await lift({ scope: 'USER' })).status).toBe(200)
      expect(await inForce(asha)).toEqual([])
    }
  })
})

describe('squaring off', () => {
  test('waits until the trades are closed and says what came of each; another user’s are left out', async () => {
    const [first, second] = [
      await insertTrade(app.db, { userId: asha.id, strategyId }),
      await insertTrade(app.db, { userId: asha.id, strategyId }),
    ]
    await insertTrade(app.db, { userId: ravi.id, strategyId })
    const answered = stop({ ...MINE, squareOff: true }, asha, 'panic')
    await eventually(() => app.db.killSwitch.count()).toBe(1)
    for (const [i, id] of [first, second].entries()) {
      await insertExit(id, 'FILLED', null)
      const closed = closedWith(i === 0 ? 75_000n : -30_000n)
      await changeTrade(app.db, id, { ...closed, exitReason: 'EMERGENCY', status: 'COMPLETED' })
      await publish(app.db, { type: 'trade.closed', tradeId: id, userId: asha.id })
    }
    const { body } = await answered
    const results = {
      closed: 2,
      open: 0,
      trades: expect.arrayContaining([
        {
          ...{ tradeId: first, option: 'NIFTY24NOV2624500CE', status: 'COMPLETED', exitPrice: 110, netProfitLossRs: 685.87, problem: null },
        },
        { tradeId: second, option: 'NIFTY24NOV2624500CE', status: 'COMPLETED', exitPrice: 96, netProfitLossRs: -364.13, problem: null },
      ]),
    }
    expect(body).toMatchObject({
      message: 'No new trades are opened until the stop is lifted. Trades closed: 2, still open: 0.',
      data: { results },
    })
    // Sent again with the same key: the same stop, and what has come of it.
    expect((await stop({ ...MINE, squareOff: true }, asha, 'panic')).body).toEqual(body)
    const { id: stopId } = (body as { data: { stop: { id: string } } }).data.stop
    const query = '/emergency-stop/' + stopId + '/results'
    expect((await app.rest('GET', query, { token: asha.token })).body).toMatchObject({ data: results })
    expect((await app.rest('GET', query, { token: ravi.token })).status).toBe(404)
    expect((await app.rest('GET', query, { token: admin.token })).status).toBe(200)
  })

  test('answers with what is still open when ten seconds are over, also in GraphQL', async () => {
    const open = await insertTrade(app.db, { userId: asha.id, strategyId })
    const { body } = await app.graphql(
      'mutation { emergencyStop(input: { scope: USER, squareOff: true, confirm: "STOP" }) { results { open trades { tradeId } } } }',
      { token: asha.token },
    )
    expect(body).toEqual({ data: { emergencyStop: { results: { open: 1, trades: [{ tradeId: open }] } } } })
  })

  test('shows what is still open and why', async () => {
    const failed = await insertTrade(app.db, { userId: asha.id, strategyId })
    const unsent = await insertTrade(app.db, { userId: asha.id, strategyId })
    await stop(MINE)
    const { id: stopId } = await app.db.killSwitch.findFirstOrThrow()
    await app.db.killSwitch.update({ where: { id: stopId }, data: { squareOff: true } })
    await insertExit(failed, 'REJECTED', 'no buyer')
    const { body } = await app.graphql(
      'query($id: ID!) { squareOffResults(stopId: $id) { open closed trades { tradeId status problem } } }',
      {
        variables: { id: stopId },
        token: asha.token,
      },
    )
    expect(body).toEqual({
      data: {
        squareOffResults: {
          open: 2,
          closed: 0,
          trades: expect.arrayContaining([
            { tradeId: failed, status: 'RUNNING', problem: 'The last exit order failed: no buyer. Sakha tries again.' },
            { tradeId: unsent, status: 'RUNNING', problem: 'No exit order has been sent yet; the engine sends it as soon as it runs.' },
          ]),
        },
      },
    })
  })

  test('of everybody is told to admins user by user, those with open trades first', async () => {
    const open = await insertTrade(app.db, { userId: ravi.id, strategyId })
    const closed = await insertTrade(app.db, { userId: asha.id, strategyId })
    await stop({ ...MINE, scope: 'GLOBAL' }, admin)
    const { id: stopId } = await app.db.killSwitch.findFirstOrThrow()
    await app.db.killSwitch.update({ where: { id: stopId }, data: { squareOff: true } })
    await insertExit(open, 'REJECTED', 'no buyer')
    await insertExit(closed, 'FILLED', null)
    await changeTrade(app.db, closed, { ...closedWith(75_000n), exitReason: 'EMERGENCY', status: 'COMPLETED' })
    const ask = (id: string) =>
      app.graphql('query($id: ID!) { squareOffByUser(stopId: $id) { userId name email closed open problem } }', {
        ...{ variables: { id }, token: admin.token },
      })
    expect((await ask(stopId)).body).toMatchObject({
      data: {
        squareOffByUser: [
          {
            ...{ userId: ravi.id, name: 'Ravi', email: 'ravi@example.com', closed: 0, open: 1 },
            problem: 'The last exit order failed: no buyer. Sakha tries again.',
          },
          { userId: asha.id, name: 'Asha', email: 'asha@example.com', closed: 1, open: 0, problem: null },
        ],
      },
    })
    expect((await ask(randomUUID())).body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })
})
