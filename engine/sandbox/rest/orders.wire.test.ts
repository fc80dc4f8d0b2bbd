import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CALL, entry, openClient, reaches } from '../testing/openClient.ts'
import { openSandbox, ROOT, type Answer, type OpenSandbox } from '../testing/openSandbox.ts'

let sandbox: OpenSandbox
let client: Awaited<ReturnType<typeof openClient>>
let other: Awaited<ReturnType<typeof openClient>>

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10 })
  ;[client, other] = (await Promise.all(sandbox.users.slice(0, 2).map((user) => openClient(sandbox, user)))) as [
    typeof client,
    typeof client,
  ]
  sandbox.control.scaleLimits(1_000)
})
afterEach(() => {
  sandbox.control.clearFaults()
  sandbox.control.scaleLimits(1_000)
})
afterAll(() => sandbox.remove())

const idOf = (answer: Answer) => (answer.body['data'] as { orderid: string }).orderid
const rowsOf = (answer: Answer) => answer.body['data'] as Record<string, unknown>[]

describe('orders', () => {
  it('are acknowledged, then traded, and are in all books of their client only', async () => {
    expect((await other.read('order/v1/getOrderBook')).body).toMatchObject({ status: true, data: null })
    const placed = await client.place()
    expect(placed.body).toMatchObject({ status: true, message: 'SUCCESS', errorcode: '', data: { script: CALL.tradingSymbol } })
    const id = idOf(placed)
    expect(id).toMatch(/^261120\d{9}$/)
    await reaches(sandbox, id, 'complete')
    const [row] = rowsOf(await client.read('order/v1/getOrderBook'))
    expect(row).toMatchObject({
      ...{ orderid: id, status: 'complete', orderstatus: 'complete', quantity: '65', filledshares: '65', unfilledshares: '0' },
      ...{ ordertag: 'T1', lotsize: '65', strikeprice: 24_500, optiontype: 'CE', expirydate: '23NOV2026', cancelsize: '0' },
    })
    expect(row!['averageprice']).toEqual(expect.any(Number))
    expect(row!['updatetime']).toMatch(/^20-Nov-2026 \d\d:\d\d:\d\d$/)
    const [trade] = rowsOf(await client.read('order/v1/getTradeBook'))
    expect(trade).toMatchObject({ orderid: id, fillsize: '65', transactiontype: 'BUY', strikeprice: '24500.00' })
    const [position] = rowsOf(await client.read('order/v1/getPosition'))
    expect(position).toMatchObject({ netqty: '65', buyqty: '65', sellqty: '0', symboltoken: CALL.token, cfbuyqty: '0' })
    expect(position!['netvalue']).toMatch(/^- \d+\.\d\d$/)
    const single = await client.read(`order/v1/details/${String(row!['uniqueorderid'])}`)
    expect(single.body['data']).toEqual(row)
    expect((await other.read(`order/v1/details/${String(row!['uniqueorderid'])}`)).body['errorcode']).toBe('AB1013')
    for (const book of ['getOrderBook', 'getTradeBook', 'getPosition'])
      expect((await other.read(`order/v1/${book}`)).body['data']).toBeNull()
    const rms = (await client.read('user/v1/getRMS')).body['data'] as Record<string, string>
    expect(Number(rms['net'])).toBeCloseTo(10_00_000 - Number(trade!['tradevalue']), 2)
    expect(rms['utilisedspan']).toBe('0.0000')
  })

  it('are changed and cancelled by their client only', async () => {
    const id = idOf(await client.place({ price: String(Math.floor(await client.last()) - 15) }))
    await reaches(sandbox, id, 'open')
    const price = Math.floor(await client.last()) - 12
    const change = { ...client.terms(), orderid: id, price, quantity: 130 }
    expect((await other.send('modifyOrder', change)).body['errorcode']).toBe('AB1013')
    expect((await client.send('modifyOrder', change)).body).toMatchObject({ status: true, data: { orderid: id } })
    await reaches(sandbox, id, 'modified')
    const row = rowsOf(await client.read('order/v1/getOrderBook')).find(({ orderid }) => orderid === id)
    expect(row).toMatchObject({ status: 'modified', orderstatus: 'open', price, quantity: '130' })
    expect((await other.send('cancelOrder', { variety: 'NORMAL', orderid: id })).body['errorcode']).toBe('AB1013')
    expect((await client.send('cancelOrder', { variety: 'NORMAL', orderid: id })).body).toMatchObject({ status: true })
    await reaches(sandbox, id, 'cancelled')
    expect((await client.send('cancelOrder', { variety: 'NORMAL', orderid: id })).body).toMatchObject({ status: false, data: null })
  })

  it('are refused in the answer for what nobody could carry out', async () => {
    const codeOf = async (changes: Record<string, unknown>) => {
      const { body } = await client.place(changes)
      expect(body).toMatchObject({ status: false, data: null })
      return body['errorcode']
    }
    expect(await codeOf({ ordertype: 'MARKET', price: '0' })).toBe('AB1004')
    expect(await codeOf({ ordertype: 'STOPLOSS_MARKET', variety: 'STOPLOSS' })).toBe('AB1004')
    expect(await codeOf({ duration: 'IOC' })).toBe('AB1004')
    expect(await codeOf({ variety: 'ROBO' })).toBe('AB2002')
    expect(await codeOf({ variety: 'AMO' })).toBe('AB1008')
    expect(await codeOf({ ordertype: 'STOPLOSS_LIMIT' })).toBe('AB1008')
    expect(await codeOf({ symboltoken: '1' })).toBe('AB1009')
    expect(await codeOf({ exchange: 'NSE' })).toBe('AB1009')
    expect(await codeOf({ tradingsymbol: 'NIFTY23NOV2624500PE' })).toBe('AB1009')
    expect(await codeOf({ producttype: 'DELIVERY' })).toBe('AB1012')
    expect(await codeOf({ ordertag: 'x'.repeat(20) })).toBe('AB4008')
    expect(await codeOf({ price: 'abc' })).toBe('AB1004')
    expect(await codeOf({ price: 10_000 })).toBe('AB1004')
    expect(await codeOf({ quantity: undefined })).toBe('AB1004')
    expect(await codeOf({ quantity: '1e300' })).toBe('AB1004')
    sandbox.control.setFault({ name: 'cautionary', tokens: [CALL.token] })
    expect(await codeOf({})).toBe('AB4036')
  })

  it('are taken nine a second, however they come; the rest is 403 in plain text, and other clients are not held up', async () => {
    const [busy, idle] = [await openClient(sandbox, sandbox.users[2]!), await openClient(sandbox, sandbox.users[3]!)]
    const { auth } = busy
    sandbox.control.scaleLimits(1)
    const calls = Array.from({ length: 12 }, (_, position) =>
      sandbox.post(`${ROOT}/order/v1/${['placeOrder', 'modifyOrder', 'cancelOrder'][position % 3]!}`, { position }, auth),
    )
    const answers = await Promise.all(calls)
    const refused = answers.filter(({ status }) => status === 403)
    expect(refused.map(({ text }) => text)).toEqual(
      Array.from({ length: refused.length }, () => 'Access denied because of exceeding access rate'),
    )
    expect(refused.length).toBe(3)
    expect((await sandbox.post(`${ROOT}/order/v1/cancelOrder`, { orderid: '1' }, idle.auth)).status).toBe(200)
    await entry(sandbox, (each) => each.kind === 'call' && each.clientCode === busy.clientCode && /exceeding/.test(each.message))
  })

  it('good till triggered are refused with the code of the parameter that is wrong', async () => {
    const good = { symboltoken: '3045', exchange: 'NSE', producttype: 'DELIVERY', qty: 1, price: 1, triggerprice: 1 }
    const codeOf = async (call: string, body: unknown, prefix = ROOT) =>
      (await sandbox.post(`${prefix}/gtt/v1/${call}`, body, client.auth)).body['errorcode']
    expect(await codeOf('createRule', { ...good, exchange: 'NFO' }, `/gtt-service${ROOT}`)).toBe('AB9010')
    expect(await codeOf('createRule', { ...good, producttype: 'INTRADAY' })).toBe('AB9015')
    expect(await codeOf('createRule', { ...good, qty: 0 })).toBe('AB9006')
    expect(await codeOf('createRule', good)).toBe('AB9000')
    expect(await codeOf('cancelRule', { id: 1 })).toBe('AB9013')
    expect(await codeOf('ruleList', { status: 'NEW' })).toBe('AB9004')
  })

  it('have their margin estimated together', async () => {
    const leg = (tradeType: string) => ({ exchange: 'NFO', qty: 65, price: 0, token: CALL.token, tradeType, productType: 'CARRYFORWARD' })
    const marginOf = async (...positions: unknown[]) =>
      (await sandbox.post(`${ROOT}/margin/v1/batch`, { positions }, client.auth)).body['data'] as Record<string, number>
    const [bought, sold] = [await marginOf(leg('BUY')), await marginOf(leg('SELL'))]
    expect(sold!['totalMarginRequired']).toBeGreaterThan(1_00_000)
    expect(bought!['totalMarginRequired']).toBeGreaterThan(0)
    expect(bought!['totalMarginRequired']).toBeLessThan(sold!['totalMarginRequired']!)
  })
})

describe('the order-status socket', () => {
  it('begins with AB00 and tells a client of his own orders as they change', async () => {
    const [mine, theirs] = [await client.updates(), await other.updates()]
    const id = idOf(await client.place())
    await mine.until(() => mine.codes().includes('AB05'))
    expect(mine.codes()).toEqual(['AB00', 'AB09', 'AB01', 'AB05'])
    const {
      'user-id': user,
      orderData,
      ...rest
    } = mine.frames().at(-1)! as unknown as Record<string, unknown> & { orderData: Record<string, unknown> }
    expect([user, rest['status-code']]).toEqual([client.clientCode, '200'])
    expect(orderData).toMatchObject({ orderid: id, quantity: '65', status: 'complete', ordertag: 'T1' })
    expect([typeof orderData['averageprice'], 'uniqueorderid' in orderData]).toEqual(['number', false])
    mine.socket.send('ping')
    await mine.until(() => mine.texts.includes('pong'))
    expect(theirs.codes()).toEqual(['AB00'])
    for (const { socket } of [mine, theirs]) socket.terminate()
  })

  it('is opened by a bearer token of today, three times for a client', async () => {
    await expect(client.updates({})).rejects.toThrow('401')
    await expect(client.updates({ Authorization: client.tokens.jwtToken })).rejects.toThrow('401')
    await expect(client.updates({ Authorization: 'Bearer x' })).rejects.toThrow('401')
    const three = await Promise.all([other.updates(), other.updates(), other.updates()])
    await expect(other.updates()).rejects.toThrow('429')
    for (const { socket } of three) socket.terminate()
  })
})
