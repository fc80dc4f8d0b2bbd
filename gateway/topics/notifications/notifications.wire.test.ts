import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import { beginIncident, endIncident } from '../../../prisma/incidents.ts'
import { liftKill, pullKill } from '../../../prisma/killSwitches.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import { HANDED_OVER_TEXT } from '../../../schema/trading/exits.ts'
import { LET_GO_TEXT } from '../../../schema/trading/removedStop.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade, subscriptionOf } from '../../testing/rows.ts'

interface Told {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly text: string
  readonly link: string
  readonly read: boolean
  readonly group: { readonly key: string; readonly many: string; readonly todo: string } | null
}

let app: TestGateway
let strategyId: string
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'supertrend')
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)
const get = async (query: string, user = asha) => (await app.rest('GET', `/notifications${query}`, { token: user.token })).body
const page = async (query = '', user = asha) => (await get(query, user)) as { data: { notifications: Told[]; next: string | null } }
const list = async (query = '', user = asha) => (await page(query, user)).data.notifications
const unread = async (user = asha) => ((await get('/unread-count', user)) as { data: { unread: number } }).data.unread
const markRead = (body: object, user = asha) => app.rest('POST', '/notifications/read', { body, token: user.token })
const settings = (body: object, user: TestUser) => app.rest('PUT', '/notifications/settings', { body, token: user.token })

/** A user who has been here for a while and has a subscription. */
async function regular(name: string): Promise<TestUser> {
  const user = await app.user(name)
  await app.db.user.update({ where: { id: user.id }, data: { createdAt: ago(30 * DAY) } })
  await app.db.subscription.create({ data: { userId: user.id, strategyId, createdAt: ago(20 * DAY) } })
  return user
}

describe('the notification centre', () => {
  test('tells of a trade when it opens and when it closes, with its numbers, the latest first', async () => {
    const id = await insertTrade(app.db, { userId: asha.id, strategyId, createdAt: ago(3 * MINUTE) })
    await insertTrade(app.db, { userId: asha.id, strategyId, createdAt: ago(2 * MINUTE), ...closedWith(-90_000n), closedAt: ago(MINUTE) })
    const told = await list()
    expect(told.map(({ kind }) => kind)).toEqual(['STOP_HIT', 'TRADE_OPENED', 'TRADE_OPENED'])
    expect(told[0]).toMatchObject({ title: 'Stop hit on a paper trade', link: expect.stringMatching(/^\/history\?trade=/), read: false })
    // ₹900 lost before ₹64.13 of charges.
    expect(told[0]?.text).toBe(
      'Supertrend sold NIFTY 24,500 CE, 24 Nov at ₹88: the premium reached the stop loss. Net −₹964.13 after charges.',
    )
    expect(told[2]).toMatchObject({
      title: 'Paper trade opened',
      text: 'Supertrend bought 75 × NIFTY 24,500 CE, 24 Nov at ₹100; target ₹118, stop ₹88.',
      link: '/live-trades',
    })
    // What its stop has become since is another matter.
    await changeTrade(app.db, id, { stopPaise: 11_000n })
    expect((await list())[2]?.text).toBe(told[2]?.text)
    const closed = { ...closedWith(90_000n), closedAt: new Date() }
    await changeTrade(app.db, id, { status: 'TARGET_HIT', exitReason: 'TARGET', ...closed })
    expect((await list())[0]).toMatchObject({ kind: 'TRADE_CLOSED', title: 'Paper trade closed', link: `/history?trade=${id}` })
  })

  test('tells of a trade that does not close, and asks its owner to close it', async () => {
    const user = await app.user('Nisha')
    const id = await insertTrade(app.db, { userId: user.id, strategyId, createdAt: ago(5 * MINUTE) })
    const failing = async () => (await list('?kinds=EXIT_FAILING', user)).map(({ title, text, link }) => ({ title, text, link }))
    expect(await failing()).toEqual([])
    await changeTrade(app.db, id, { exitFailingAt: ago(2 * MINUTE), openWhenFailing: [{ option: 'NIFTY24NOV2624500CE', units: 75 }] })
    const first = {
      title: 'A paper trade is not closing',
      text: 'Supertrend has tried to sell 75 × NIFTY 24,500 CE, 24 Nov three times without success. Sakha keeps trying, waiting longer each time.',
      link: '/live-trades',
    }
    expect(await failing()).toEqual([first])
    const openWhenHanded = [{ option: 'NIFTY24NOV2624500CE', units: 50 }]
    await changeTrade(app.db, id, { exitHandedOverAt: ago(MINUTE), openWhenHanded, exitQuantity: 25 })
    expect(await failing()).toEqual([
      {
        title: 'Please close this paper position yourself',
        text: `Supertrend has tried to sell 50 × NIFTY 24,500 CE, 24 Nov ten times without success. ${HANDED_OVER_TEXT}`,
        link: '/live-trades',
      },
      first,
    ])
    await changeTrade(app.db, id, { ...closedWith(90_000n), closedAt: new Date() })
    expect((await failing()).map(({ text }) => text)).toEqual([
      'Supertrend has tried to sell 50 × NIFTY 24,500 CE, 24 Nov several times; it is closed now.',
      'Supertrend has tried to sell 75 × NIFTY 24,500 CE, 24 Nov several times; it is closed now.',
    ])
  })

  test('tells once that a live trade is its owner’s who has removed its stop, and what that means', async () => {
    const user = await app.user('Isha')
    const id = await insertTrade(app.db, { userId: user.id, strategyId, mode: 'LIVE', createdAt: ago(5 * MINUTE) })
    await changeTrade(app.db, id, { letGoAt: ago(MINUTE) })
    const told = async () => (await list('?kinds=LIVE_TRADING', user)).map(({ title, text, link }) => ({ title, text, link }))
    expect(await told()).toEqual([
      { title: 'A live trade was handed to you', text: `Supertrend, NIFTY 24,500 CE, 24 Nov. ${LET_GO_TEXT}`, link: '/live-trades' },
    ])
    await changeTrade(app.db, id, { ...closedWith(90_000n), closedAt: new Date() })
    expect(await told()).toMatchObject([
      { text: 'Supertrend, NIFTY 24,500 CE, 24 Nov. You took it over in the broker’s app; it is now closed.' },
    ])
  })

  test('tells whose live fill the exchange takes back, or has at another price', async () => {
    const user = await app.user('Hema')
    const tradeId = await insertTrade(app.db, { userId: user.id, strategyId, createdAt: ago(DAY) })
    const { subscriptionId, legs } = await app.db.trade.findUniqueOrThrow({ where: { id: tradeId }, include: { legs: true } })
    const order = await app.db.order.create({
      data: {
        ...{
          clientOrderId: 'E-hema',
          userId: user.id,
          subscriptionId,
          tradeId,
          legId: legs[0]!.id,
          mode: 'LIVE',
          purpose: 'EXIT',
          exitReason: 'STOP',
        },
        ...{ side: 'SELL', quantity: 65, contract: { tradingSymbol: 'NIFTY24NOV2624500CE' }, intendedAt: ago(DAY) },
      },
    })
    const fill = { orderId: order.id, quantity: 65, pricePaise: 99_00n }
    await app.db.fillIncident.create({ data: { ...fill, fillId: 'B1-1', kind: 'ANNULLED', createdAt: ago(2 * MINUTE) } })
    await app.db.fillIncident.create({ data: { ...fill, fillId: 'B1@65', kind: 'OTHER_PRICE', createdAt: ago(MINUTE) } })
    await app.db.fillIncident.create({ data: { ...fill, fillId: 'B1-2', kind: 'POSITION_ALREADY_CLOSED' } })
    expect(await list('?kinds=LIVE_TRADING', user)).toMatchObject([
      { title: 'Your account may be short because of our order', text: expect.stringMatching(/be short \d+ × .*buy back/) },
      {
        title: 'A live fill price was corrected',
        text: expect.stringContaining('sold 65 × NIFTY 24,500 CE, 24 Nov at ₹99 in'),
        read: false,
      },
      { title: 'The exchange cancelled a live fill', link: `/history?trade=${tradeId}` },
    ])
    expect(await list('?kinds=LIVE_TRADING')).toEqual([])
  })

  test('tells whose live order was refused and why, once for a trade', async () => {
    const user = await app.user('Indu')
    const subscriptionId = await subscriptionOf(app.db, { userId: user.id, strategyId })
    const tradeId = randomUUID()
    for (const [slice, refusedAt] of [ago(2 * MINUTE), ago(MINUTE)].entries())
      await app.db.order.create({
        data: {
          ...{ clientOrderId: `E-indu-${slice}`, userId: user.id, subscriptionId, tradeId, legId: randomUUID(), mode: 'LIVE', slice },
          ...{ purpose: 'ENTRY', side: 'BUY', status: 'REJECTED', quantity: 65, contract: { tradingSymbol: 'NIFTY24NOV2624500CE' } },
          ...{
            terms: {},
            intendedAt: ago(DAY),
            refusedAt,
            note: slice === 0 ? 'the broker asks for ₹7,000 and the account has ₹10.' : 'another',
          },
        },
      })
    expect(await list('?kinds=LIVE_TRADING', user)).toMatchObject([
      {
        title: 'A live order was rejected',
        text: expect.stringContaining(
          'could not buy 65 × NIFTY 24,500 CE, 24 Nov: the broker asks for ₹7,000 and the account has ₹10. This order is not sent again',
        ),
        link: '/strategies?tab=mine#not-taken',
      },
    ])
  })

  test('tells whose open trades were closed by a loss of the day, once a day, on a kind of its own', async () => {
    const user = await app.user('Usha')
    const at = [ago(2 * DAY), ago(MINUTE)]
    const modes = ['PAPER', 'LIVE'] as const
    for (const [i, day] of ['2026-07-01', '2026-07-02'].entries())
      await app.db.dailyLossStop.create({
        data: { userId: user.id, market: 'a market', day: new Date(day), mode: modes[i]!, lossPaise: 10_250_50n + BigInt(i), at: at[i]! },
      })
    const told = await list('?kinds=DAILY_LOSS', user)
    const rest = (mode: string) =>
      `Your open ${mode} trades are being closed, as you chose, and no new ones open for the rest of the market day.`
    expect(told).toMatchObject([
      {
        ...{ kind: 'DAILY_LOSS', title: 'Live trades closed by the daily loss limit' },
        text: `Your live loss for the day has reached ₹10,250.51. ${rest('live')}`,
      },
      {
        ...{ title: 'Paper trades closed by the daily loss limit', link: '/history', read: false },
        text: `Your paper loss for the day has reached ₹10,250.50. ${rest('paper')}`,
      },
    ])
    expect((await markRead({ ids: told.map(({ id }) => id) }, user)).status).toBe(200)
    expect(await unread(user)).toBe(0)
  })

  test('tells of denials, long backtests, stops, strategies, the engine and the account', async () => {
    const user = await regular('Meera')
    const { id: subscriptionId } = await app.db.subscription.findFirstOrThrow({ where: { userId: user.id } })
    const signal = { strategyId, market: 'm', symbol: 'NIFTY', interval: '1min', candleTime: ago(MINUTE), side: 'LONG' } as const
    const { id: signalId } = await app.db.signal.create({ data: { ...signal, pricePaise: 2_450_000n } })
    const denial = { signalId, subscriptionId, userId: user.id, reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 5, maxTrades: 5 } }
    await app.db.denial.create({ data: { ...denial, createdAt: ago(12 * MINUTE) } })
    const run = { userId: user.id, strategyId, request: {}, status: 'DONE' } as const
    await app.db.backtestRun.create({ data: { ...run, createdAt: ago(13 * MINUTE), endedAt: ago(11 * MINUTE) } })
    await app.db.backtestRun.create({ data: { ...run, createdAt: ago(11 * MINUTE), endedAt: ago(11 * MINUTE - 1_000) } })
    await app.db.engineIncident.create({ data: { kind: 'ENGINE', startedAt: ago(10 * MINUTE), endedAt: ago(9 * MINUTE) } })
    await beginIncident(app.db, 'BOOKS')
    await beginIncident(app.db, 'BOOKS')
    await endIncident(app.db, 'BOOKS')
    await app.db.$transaction((tx) => recordAudit(tx, { accountId: user.id, action: 'PASSWORD_CHANGED', device: null }))
    await app.db.$transaction((tx) => recordAudit(tx, { accountId: user.id, action: 'PROFILE_CHANGED', device: null }))
    await app.db.$transaction(async (tx) => {
      await pullKill(tx, { scope: 'USER', scopeId: user.id, squareOff: true, reason: 'enough', by: 'command line' })
      await pullKill(tx, { scope: 'STRATEGY', scopeId: strategyId, squareOff: false, reason: 'a fault', by: 'admin@example.com' })
    })
    await app.db.$transaction((tx) => liftKill(tx, { scope: 'USER', scopeId: user.id }))
    await app.db.$transaction(async (tx) => {
      const { rules } = await tx.strategyVersion.findFirstOrThrow({ where: { strategyId } })
      await addStrategyVersion(tx, strategyId, { rules: rules ?? {} }, { changes: ['The window ends earlier.'], createdBy: null })
    })
    const told = await list('', user)
    expect(told.map(({ title }) => title).toSorted()).toEqual([
      ...['Backtest finished', 'Emergency stop', 'Emergency stop', 'Emergency stop lifted', 'New version of a strategy'],
      ...['Password changed', 'Signal skipped', 'The books agree again', 'The books do not agree'],
      ...['The engine is back', 'The engine is not responding'],
    ])
    const textOf = (title: string) => told.filter((one) => one.title === title).map(({ text }) => text)
    expect(textOf('Signal skipped')).toEqual([
      'Supertrend on NIFTY. Skipped: 5 of 5 trades used today. To trade more, raise its max trades per day in its settings.',
    ])
    expect(told.filter(({ group }) => group !== null)).toMatchObject([
      {
        ...{ title: 'Signal skipped', link: `/strategies?tab=mine&settings=${strategyId}` },
        group: {
          key: `MAX_TRADES_REACHED ${strategyId}`,
          many: 'signals of Supertrend skipped: 5 of 5 trades used today',
          todo: 'To trade more, raise its max trades per day in its settings.',
        },
      },
    ])
    expect(textOf('Emergency stop').toSorted()).toEqual([
      'An admin stopped your trading. No trade is opened and open trades are being closed. Reason: enough.',
      'Stopped: trading by Supertrend. No trade is opened. Reason: a fault.',
    ])
    expect(JSON.stringify(told)).not.toContain('admin@example.com')
  })

  test('tells of a sign-in on a device that was never used before, not of others', async () => {
    const signIn = (userAgent: string) =>
      fetch(`${app.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify({ email: 'kiran@example.com', password: 'correct horse' }),
      })
    const names = { name: 'Kiran', email: 'kiran@example.com', password: 'correct horse', confirmPassword: 'correct horse' }
    const { body } = await app.rest('POST', '/auth/signup', { body: names })
    const { token } = (body as { data: { token: string } }).data
    const user = { id: '', token }
    for (const agent of ['Phone', 'Phone', 'Desk']) expect((await signIn(agent)).status).toBe(200)
    const told = await list('', user)
    expect(told.map(({ title }) => title)).toEqual(['Sign-in on a new device', 'Sign-in on a new device'])
    expect(told[0]?.text).toBe('From 127.0.0.1. If this was not you, change your password at once.')
  })

  test('goes through pages that neither repeat nor leave out, also when much happened at one moment', async () => {
    const user = await regular('Nila')
    const at = ago(5 * MINUTE)
    for (let i = 0; i < 5; i++) await insertTrade(app.db, { userId: user.id, strategyId, createdAt: at, ...closedWith(100n), closedAt: at })
    const all = (await list('', user)).map(({ id }) => id)
    const paged: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const { data } = await page(`?first=3${next === '' ? '' : `&after=${next}`}`, user)
      paged.push(...data.notifications.map(({ id }) => id))
      next = data.next
    }
    expect(new Set(all).size).toBe(all.length)
    expect(paged).toEqual(all)
  })

  test('shows 90 days, and those kinds that are asked for', async () => {
    const user = await regular('Omar')
    const old = ago(91 * DAY)
    await insertTrade(app.db, { userId: user.id, strategyId, createdAt: old, ...closedWith(100n), closedAt: old })
    await insertTrade(app.db, { userId: user.id, strategyId, createdAt: old, ...closedWith(-100n) })
    const kinds = async (query: string) => (await list(query, user)).map(({ kind }) => kind).filter((kind) => /TRADE|STOP_HIT/.test(kind))
    expect(await kinds('')).toEqual(['STOP_HIT'])
    expect(await kinds('?kinds=STOP_HIT,TRADE_OPENED')).toEqual(['STOP_HIT'])
    expect(await kinds('?kinds=TRADE_OPENED')).toEqual([])
  })

  test('counts what is unread, and marks some or all as read', async () => {
    const user = await regular('Priya')
    for (let i = 0; i < 3; i++) await insertTrade(app.db, { userId: user.id, strategyId, createdAt: ago(i * MINUTE) })
    const told = await list('?kinds=TRADE_OPENED', user)
    const before = await unread(user)
    expect((await markRead({ ids: [told[1]!.id, told[1]!.id] }, user)).body).toMatchObject({ data: { unread: before - 1 } })
    expect((await list('?kinds=TRADE_OPENED', user)).map(({ read }) => read)).toEqual([false, true, false])
    expect(await list('?kinds=TRADE_OPENED&unreadOnly=true', user)).toHaveLength(2)
    expect((await markRead({}, user)).body).toMatchObject({ data: { unread: 0 } })
    expect(await list('?unreadOnly=true', user)).toEqual([])
    // A trade written by a slow transaction that began before.
    await insertTrade(app.db, { userId: user.id, strategyId, createdAt: ago(3_000) })
    expect(await unread(user)).toBe(1)
  })

  test('of another user is neither shown nor marked', async () => {
    await insertTrade(app.db, { userId: ravi.id, strategyId })
    const theirs = await list('?kinds=TRADE_OPENED', ravi)
    expect(theirs).toHaveLength(1)
    await markRead({ ids: theirs.map(({ id }) => id) }, asha)
    expect((await list('?kinds=TRADE_OPENED', ravi)).map(({ read }) => read)).toEqual([false])
    expect((await list()).map(({ id }) => id)).not.toContain(theirs[0]?.id)
  })

  test('leaves out the kinds its user does not want, but never the account', async () => {
    const user = await regular('Sara')
    await insertTrade(app.db, { userId: user.id, strategyId })
    expect((await settings({ inApp: ['ACCOUNT_SECURITY'] }, user)).status).toBe(200)
    expect(await list('', user)).toEqual([])
    expect(await unread(user)).toBe(0)
    const { status, body } = await settings({ inApp: [] }, user)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'inApp must have ACCOUNT_SECURITY: it is always shown' })
  })

  test.each([
    ['?first=0', 'first must be a whole number from 1 to 100, got 0'],
    ['?first=101', 'first must be a whole number from 1 to 100, got 101'],
    ['?after=x', 'after must be of a notification, got x'],
    ['?unreadOnly=maybe', 'unreadOnly must be true or false'],
    ['?kinds=NONSENSE', /^kinds must be of TRADE_OPENED, .*, got NONSENSE$/],
  ])('refuses %s', async (query, message) => {
    const answer = await app.rest('GET', `/notifications${query}`, { token: asha.token })
    expect(answer.status).toBe(400)
    expect((answer.body as { message: string }).message).toMatch(message)
  })

  test('is for the signed-in', async () => {
    for (const path of ['', '/unread-count', '/settings']) expect((await app.rest('GET', `/notifications${path}`)).status).toBe(401)
  })

  test('is told to its user as it happens, once, and to nobody else', async () => {
    const [tara, uma] = [await app.user('Tara'), await app.user('Uma')]
    const url = `${app.url.replace('http', 'ws')}/graphql`
    const clients = [tara, uma].map(({ token }) =>
      createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 }),
    )
    const told: unknown[][] = [[], []]
    const ready: unknown[] = []
    const sink = { error: (error: unknown) => void ready.push(error), complete: () => {} }
    try {
      for (const [i, client] of clients.entries()) {
        const next = ({ data }: { data?: Record<string, unknown> | null }) => void told[i]?.push(data?.['notificationAdded'])
        client.subscribe({ query: 'subscription { notificationAdded { kind title read } }' }, { ...sink, next })
        // The gateway takes subscriptions up in order.
        client.subscribe({ query: 'subscription { prices(symbols: []) { symbol } }' }, { ...sink, next: () => void ready.push(i) })
      }
      await eventually(() => ready.length).toBe(2)
      const tradeId = await insertTrade(app.db, { userId: tara.id, strategyId })
      const opened = { type: 'trade.opened', tradeId, userId: tara.id } as const
      await publish(app.db, opened, opened)
      await eventually(() => told[0]).toEqual([{ kind: 'TRADE_OPENED', title: 'Paper trade opened', read: false }])
      await publish(app.db, opened)
      await app.db.$transaction((tx) => recordAudit(tx, { accountId: tara.id, action: 'TWO_FACTOR_ON', device: null }))
      await eventually(() => told[0]).toHaveLength(2)
      expect(told[0]?.[1]).toMatchObject({ kind: 'ACCOUNT_SECURITY' })
      expect(told[1]).toEqual([])
    } finally {
      for (const client of clients) await client.dispose()
    }
  })

  test('is a connection in GraphQL', async () => {
    const query = `query($input: NotificationsInput) {
      unreadNotifications
      notifications(input: $input) { edges { cursor node { id kind time } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
    }`
    const { body } = await app.graphql(query, { variables: { input: { first: 1, kinds: ['STOP_HIT'] } }, token: asha.token })
    const [edge] = (body as { data: { notifications: { edges: { cursor: string; node: { id: string } }[] } } }).data.notifications.edges
    expect(edge?.cursor).toBe(edge?.node.id)
    const cursors = { startCursor: edge?.cursor, endCursor: edge?.cursor }
    expect(body).toMatchObject({ data: { notifications: { pageInfo: { hasNextPage: false, hasPreviousPage: false, ...cursors } } } })
  })
})
