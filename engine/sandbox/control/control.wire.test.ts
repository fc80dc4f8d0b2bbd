import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import type { FaultInput } from '../faults/Fault.ts'
import { netUnits } from '../orders/positions.ts'
import { CALL, entry, openClient, reaches } from '../testing/openClient.ts'
import { openSandbox, ROOT, type Answer, type OpenSandbox } from '../testing/openSandbox.ts'

const SECRET = 'the secret of this very test'

let sandbox: OpenSandbox
let client: Awaited<ReturnType<typeof openClient>>

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10, controlSecret: SECRET })
  client = await openClient(sandbox, sandbox.users[0]!)
  sandbox.control.scaleLimits(1_000)
})
afterEach(() => sandbox.control.clearFaults())
afterAll(() => sandbox.remove())

const idOf = (answer: Answer) => (answer.body['data'] as { orderid: string }).orderid
const bookIds = async () =>
  ((await client.read('order/v1/getOrderBook')).body['data'] as { orderid: string }[] | null)?.map(({ orderid }) => orderid) ?? []
const tagged = (tag: string) => sandbox.control.orders(client.clientCode).filter((order) => order.tag === tag)
const far = async () => String(Math.floor(await client.last()) - 15)

describe('a fault of an answer', () => {
  const faults: readonly [FaultInput, (answer: Answer) => boolean][] = [
    [{ name: 'emptyBody' }, ({ status, text }) => status === 200 && text === ''],
    [{ name: 'serverError', status: 503 }, ({ status, text }) => status === 503 && text.startsWith('<html>')],
    [{ name: 'nullData' }, ({ body }) => body['data'] === null],
    [{ name: 'wrongTypes' }, ({ body }) => body['status'] === 'true' && typeof (body['data'] as { orderid: unknown }).orderid === 'number'],
    [{ name: 'rateLimited' }, ({ status, text }) => status === 403 && /exceeding access rate/.test(text)],
    [{ name: 'slowReply', milliseconds: 20 }, ({ body }) => body['status'] === true],
  ]
  it.each(faults)('%o leaves the order in the book', async (fault, matches) => {
    sandbox.control.setFault({ ...fault, calls: ['placeOrder'] } as FaultInput)
    expect(matches(await client.place({ ordertag: `kept-${fault.name}` }))).toBe(true)
    expect(tagged(`kept-${fault.name}`)).toHaveLength(1)
  })

  it('may keep the call from the broker, and the ledger knows', async () => {
    sandbox.control.setFault({ name: 'emptyBody', calls: ['placeOrder'], reached: false })
    expect((await client.place({ ordertag: 'never' })).text).toBe('')
    expect(tagged('never')).toEqual([])
    await entry(
      sandbox,
      (each) => each.kind === 'call' && each.tag === 'never' && each.outcome === 'never reached' && each.fault === 'emptyBody',
    )
  })

  it('may break the connection or the JSON', async () => {
    sandbox.control.setFault({ name: 'lostAnswer', calls: ['placeOrder'], times: 1 })
    await expect(client.place({ ordertag: 'lost' })).rejects.toThrow()
    expect(tagged('lost')).toHaveLength(1)
    sandbox.control.setFault({ name: 'truncatedJson', calls: ['placeOrder'] })
    await expect(client.place({ ordertag: 'cut' })).rejects.toThrow(/JSON/)
  })

  it('may hide the order for a while', async () => {
    sandbox.control.setFault({ name: 'emptyBody', calls: ['placeOrder'], hiddenFor: [3_000, 3_000] })
    await client.place({ ordertag: 'hidden' })
    const [order] = tagged('hidden')
    expect(await bookIds()).not.toContain(order!.orderId)
    while (sandbox.control.now() < order!.visibleFrom) await client.read('order/v1/getTradeBook')
    expect(await bookIds()).toContain(order!.orderId)
  })

  it('comes as often as its share says, and the same for the same seed', async () => {
    const run = async () => {
      sandbox.control.setFault({ name: 'nullData', calls: ['getProfile'], share: 0.5, seed: 7 })
      const answers: boolean[] = []
      for (let call = 0; call < 20; call++) answers.push((await client.read('user/v1/getProfile')).body['data'] === null)
      return answers
    }
    const first = await run()
    expect(first.filter((nothing) => nothing).length).toBeGreaterThan(4)
    expect(first.filter((nothing) => nothing).length).toBeLessThan(16)
    expect(await run()).toEqual(first)
  })
})

describe('a fault of the exchange', () => {
  it('rejects an order after its acknowledgement', async () => {
    sandbox.control.setFault({ name: 'rejectAfterAck', text: 'RMS: no', times: 1 })
    const id = idOf(await client.place())
    await reaches(sandbox, id, 'rejected')
    expect(sandbox.control.orders(client.clientCode).find(({ orderId }) => orderId === id)?.text).toBe('RMS: no')
  })

  it('fills an order in parts', async () => {
    sandbox.control.setFault({ name: 'partialFills', seed: 3 })
    const id = idOf(await client.place({ quantity: '650' }))
    await reaches(sandbox, id, 'complete')
    const fills = sandbox.control.fills(client.clientCode).filter(({ orderId }) => orderId === id)
    expect(fills.length).toBeGreaterThan(1)
    expect(fills.reduce((sum, { units }) => sum + units, 0)).toBe(650)
  })

  it('lets a stop order vanish without a word', async () => {
    sandbox.control.setFault({ name: 'vanishedStop', milliseconds: 500 })
    const updates = await client.updates()
    const stop = { variety: 'STOPLOSS', ordertype: 'STOPLOSS_LIMIT', transactiontype: 'SELL', triggerprice: 5, price: 4 }
    const id = idOf(await client.place(stop))
    await entry(sandbox, (each) => each.kind === 'order' && each.order.orderId === id && each.order.vanished)
    expect(await bookIds()).not.toContain(id)
    expect(updates.codes()).toEqual(['AB00', 'AB09', 'AB10'])
    updates.socket.terminate()
  })

  it('fills at once at the quote, in instant mode', async () => {
    sandbox.control.setFault({ name: 'instant' })
    const id = idOf(await client.place())
    expect(sandbox.control.orders(client.clientCode).find(({ orderId }) => orderId === id)?.status).toBe('complete')
  })

  it('keeps the books behind', async () => {
    const before = await bookIds()
    sandbox.control.setFault({ name: 'bookLag', milliseconds: 600_000 })
    expect(await bookIds()).toEqual([])
    sandbox.control.clearFaults('bookLag')
    expect(await bookIds()).toEqual(before)
  })

  it('annuls a trade, or trades what was cancelled', async () => {
    const id = idOf(await client.place())
    await reaches(sandbox, id, 'complete')
    const held = () => sandbox.control.positions(client.clientCode).reduce((sum, position) => sum + netUnits(position), 0)
    const before = held()
    const { fillId } = sandbox.control.fills(client.clientCode).find(({ orderId }) => orderId === id)!
    expect(sandbox.control.bustFill(fillId)).toBe(true)
    expect(before - held()).toBe(65)
    const away = idOf(await client.place({ price: await far() }))
    await reaches(sandbox, away, 'open')
    await client.send('cancelOrder', { variety: 'NORMAL', orderid: away })
    await reaches(sandbox, away, 'cancelled')
    expect(sandbox.control.fillLate(away, 65, paise(100_00))).toBe(true)
    expect(held()).toBe(before)
  })
})

describe('a fault of a connection', () => {
  it('tells frames twice, or one after the next', async () => {
    sandbox.control.setFault({ name: 'duplicateFrames' })
    const updates = await client.updates()
    await client.place()
    await updates.until(() => updates.codes().filter((code) => code === 'AB05').length === 2)
    expect(updates.codes()).toEqual(['AB00', 'AB09', 'AB09', 'AB01', 'AB01', 'AB05', 'AB05'])
    sandbox.control.clearFaults()
    sandbox.control.setFault({ name: 'shuffledFrames' })
    const before = updates.codes().length
    await client.place()
    await updates.until(() => updates.codes().length === before + 2)
    expect(updates.codes().slice(before)).toEqual(['AB01', 'AB09'])
    updates.socket.terminate()
  })

  it('keeps sockets mute, or breaks them', async () => {
    sandbox.control.setFault({ name: 'muteOrderSocket' })
    const updates = await client.updates()
    const id = idOf(await client.place())
    await reaches(sandbox, id, 'complete')
    updates.socket.send('ping')
    await updates.until(() => updates.texts.includes('pong'))
    expect(updates.codes()).toEqual(['AB00'])
    const closed = once(updates.socket, 'close')
    sandbox.control.dropSockets(client.clientCode)
    await closed
  })

  it('keeps the feed mute while it stays open', async () => {
    const feed = await sandbox.feed(sandbox.feedHeaders(await sandbox.signIn()))
    const heard: string[] = []
    feed.on('message', (data: Buffer, isBinary) => heard.push(isBinary ? 'packet' : data.toString()))
    sandbox.control.setFault({ name: 'muteFeed' })
    const params = { mode: 1, tokenList: [{ exchangeType: 1, tokens: ['99926000'] }] }
    for (const text of [JSON.stringify({ correlationID: 'mute', action: 1, params }), 'ping']) feed.send(text)
    while (!heard.includes('pong')) await once(feed, 'message')
    const before = heard.length
    const later = sandbox.control.now() + 10_000
    while (sandbox.control.now() < later) await client.read('user/v1/getProfile')
    expect(heard.length).toBe(before)
    sandbox.control.clearFaults('muteFeed')
    await once(feed, 'message')
    feed.terminate()
  })

  it('takes calls on orders from registered addresses only, and all others from everywhere', async () => {
    sandbox.control.setFault({ name: 'staticIp', registered: ['203.0.113.7'] })
    for (const call of ['order/v1/placeOrder', 'order/v1/modifyOrder', 'order/v1/cancelOrder', 'gtt/v1/createRule'])
      expect((await sandbox.post(`${ROOT}/${call}`, {}, client.auth)).body).toMatchObject({ success: false, errorCode: 'AG7002', data: '' })
    expect((await client.read('order/v1/getOrderBook')).body['status']).toBe(true)
    sandbox.control.setFault({ name: 'staticIp', registered: ['127.0.0.1'] })
    expect((await client.place()).body['status']).toBe(true)
  })

  it('kills the tokens of a client, and says so with 401 if wanted', async () => {
    const victim = await openClient(sandbox, sandbox.users[1]!)
    sandbox.control.killTokens(victim.clientCode)
    const answer = await victim.read('user/v1/getProfile')
    expect([answer.status, answer.body['errorCode']]).toEqual([200, 'AG8001'])
    sandbox.control.setFault({ name: 'gatewayStatus', status: 401 })
    expect((await victim.read('user/v1/getProfile')).status).toBe(401)
    expect((await client.read('user/v1/getProfile')).status).toBe(200)
  })
})

describe('the client in the broker’s app', () => {
  it('closes, adds to and cancels by hand, and is told like of any other order', async () => {
    const user = await openClient(sandbox, sandbox.users[2]!)
    const id = idOf(await user.place())
    await reaches(sandbox, id, 'complete')
    const stop = idOf(
      await user.place({ variety: 'STOPLOSS', ordertype: 'STOPLOSS_LIMIT', transactiontype: 'SELL', triggerprice: 5, price: 4 }),
    )
    await reaches(sandbox, stop, 'trigger pending')
    const { control } = sandbox
    expect(control.cancelByHand(user.clientCode, stop)).toBe(true)
    const added = control.tradeByHand(user.clientCode, {
      exchange: 'NFO',
      token: CALL.token,
      side: 'BUY',
      units: 65,
      product: 'CARRYFORWARD',
    })
    expect(added).toMatchObject({ status: 'complete', via: 'app', filled: 65 })
    expect(control.closeByHand(user.clientCode, CALL.token)).toMatchObject([{ status: 'complete', side: 'SELL', filled: 130 }])
    expect(control.positions(user.clientCode).map(netUnits)).toEqual([0])
    const calls = control.ledger.entries.filter((each) => each.kind === 'call' && each.clientCode === user.clientCode && each.via === 'app')
    expect(calls).toHaveLength(3)
  })
})

describe('the control of another process', () => {
  const command = (body: unknown, secret = SECRET) => sandbox.post('/sandbox/control', body, { 'x-sandbox-control': secret })

  it('does what it is told by who knows the secret', async () => {
    expect((await command({ command: 'setFault', fault: { name: 'nullData', calls: ['getProfile'] } })).body).toEqual({ result: null })
    expect((await client.read('user/v1/getProfile')).body['data']).toBeNull()
    await command({ command: 'clearFaults' })
    expect(sandbox.control.faults).toEqual([])
    const closed = await command({ command: 'closeByHand', clientCode: client.clientCode, token: CALL.token })
    expect(closed.body['result']).toMatchObject([{ via: 'app' }])
    const { body } = await sandbox.get('/sandbox/ledger?after=2', { 'x-sandbox-control': SECRET })
    expect(body['entries']).toEqual(JSON.parse(JSON.stringify(sandbox.control.ledger.entries.filter(({ seq }) => seq > 2))))
  })

  it('is refused what it does not know, and is not there for anybody else', async () => {
    expect((await command({ command: 'format disk' })).status).toBe(400)
    expect((await command({ command: 'setFault', fault: { name: 'nothing' } })).status).toBe(400)
    const foreign = { exchange: 'NFO', token: '1', side: 'BUY', units: 65, product: 'CARRYFORWARD' }
    expect((await command({ command: 'tradeByHand', clientCode: client.clientCode, order: foreign })).status).toBe(400)
    for (const secret of ['wrong', '']) expect((await command({ command: 'clearFaults' }, secret)).status).toBe(404)
    expect((await sandbox.get('/sandbox/ledger')).status).toBe(404)
    const bare = await openSandbox()
    expect((await bare.post('/sandbox/control', { command: 'clearFaults' }, { 'x-sandbox-control': '' })).status).toBe(404)
    await bare.remove()
  })
})
