import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SECOND } from '../../../schema/time.ts'
import { entry, openClient, reaches } from '../testing/openClient.ts'
import { openSandbox, type Answer, type OpenSandbox } from '../testing/openSandbox.ts'

let sandbox: OpenSandbox
let client: Awaited<ReturnType<typeof openClient>>

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10 })
  client = await openClient(sandbox, sandbox.users[0]!)
  sandbox.control.scaleLimits(1_000)
})
afterEach(() => sandbox.control.clearFaults())
afterAll(() => sandbox.remove())

const idOf = (answer: Answer) => (answer.body['data'] as { orderid: string }).orderid
const tagged = (tag: string) => sandbox.control.orders(client.clientCode).filter((order) => order.tag === tag)
const rowOf = async (id: string) =>
  ((await client.read('order/v1/getOrderBook')).body['data'] as Record<string, unknown>[]).find(({ orderid }) => orderid === id)

/** Places an order that rests below the market. */
async function rest(changes: Record<string, unknown> = {}): Promise<string> {
  const id = idOf(await client.place({ price: String(Math.floor(await client.last()) - 15), ...changes }))
  await reaches(sandbox, id, 'open')
  return id
}

describe('a refusal in the answer', () => {
  const change = async (id: string, price: number) => client.send('modifyOrder', { ...client.terms(), orderid: id, price })

  it('has the text, code and status that were chosen, and nothing happens', async () => {
    const id = await rest()
    const { price } = sandbox.control.orders(client.clientCode).find(({ orderId }) => orderId === id)!
    sandbox.control.setFault({ name: 'refusedCall', text: 'RMS:Blocked for nse_fo', code: 'AB4010', status: 400 })
    const answers = [
      await client.place({ ordertag: 'blocked' }),
      await change(id, price / 100 + 1),
      await client.send('cancelOrder', { variety: 'NORMAL', orderid: id }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toEqual({ status: false, message: 'RMS:Blocked for nse_fo', errorcode: 'AB4010', data: null })
    }
    expect(tagged('blocked')).toEqual([])
    expect(sandbox.control.orders(client.clientCode).find(({ orderId }) => orderId === id)).toMatchObject({ status: 'open', price })
    const outcomes = sandbox.control.ledger.entries.flatMap((each) =>
      each.kind === 'call' && each.message === 'RMS:Blocked for nse_fo' ? [`${each.call} ${each.outcome}`] : [],
    )
    expect(outcomes).toEqual(['placeOrder refused', 'modifyOrder refused', 'cancelOrder refused'])
    expect((await client.read('order/v1/getOrderBook')).body['status']).toBe(true)
  })

  it('may be of one call alone, and may be a lie', async () => {
    sandbox.control.setFault({ name: 'refusedCall', calls: ['placeOrder'], reached: true })
    const id = await tagOf('lied')
    expect((await client.send('cancelOrder', { variety: 'NORMAL', orderid: id })).body['status']).toBe(true)
    await reaches(sandbox, id, 'cancelled')
  })

  async function tagOf(tag: string): Promise<string> {
    const far = String(Math.floor(await client.last()) - 15)
    expect((await client.place({ ordertag: tag, price: far })).body).toMatchObject({ status: false, errorcode: '', data: null })
    await entry(sandbox, (each) => each.kind === 'call' && each.tag === tag && each.outcome === 'accepted' && each.fault === 'refusedCall')
    const [order] = tagged(tag)
    await reaches(sandbox, order!.orderId, 'open')
    return order!.orderId
  }

  it('meets an order that was changed too often, which stays as it is', async () => {
    sandbox.control.setFault({ name: 'cappedChanges', most: 2 })
    const id = await rest()
    const low = Math.floor(await client.last()) - 14
    for (const price of [low, low + 1]) {
      expect((await change(id, price)).body['status']).toBe(true)
      await entry(sandbox, (each) => each.kind === 'order' && each.order.orderId === id && each.order.price === price * 100)
    }
    expect((await change(id, low + 2)).body).toMatchObject({ status: false, message: 'Maximum allowed order modifications exceeded' })
    expect(await rowOf(id)).toMatchObject({ status: 'modified', price: low + 1 })
    expect((await client.send('cancelOrder', { variety: 'NORMAL', orderid: id })).body['status']).toBe(true)
  })
})

describe('books', () => {
  const book = async (call: string) => (await client.read(`order/v1/${call}`)).body

  it('are empty although there is something, as null or as a list, until the fault is over', async () => {
    await reaches(sandbox, idOf(await client.place()), 'complete')
    const calls = ['getOrderBook', 'getTradeBook', 'getPosition']
    for (const [name, data] of [
      ['nullData', null],
      ['emptyList', []],
    ] as const) {
      sandbox.control.setFault({ name, calls, lasts: 5 * SECOND })
      for (const call of calls) expect(await book(call)).toEqual({ status: true, message: 'SUCCESS', errorcode: '', data })
      const over = sandbox.control.now() + 5 * SECOND
      while (sandbox.control.now() < over) await client.read('user/v1/getProfile')
      for (const call of calls) expect((await book(call))['data']).not.toEqual(data)
      expect(sandbox.control.faults).toEqual([])
    }
  })

  it('may have no tags while frames have them', async () => {
    const updates = await client.updates()
    sandbox.control.setFault({ name: 'missingTags', of: 'books' })
    const id = await rest({ ordertag: 'mine' })
    expect(await rowOf(id)).not.toHaveProperty('ordertag')
    sandbox.control.setFault({ name: 'missingTags', of: 'books', as: 'empty' })
    const row = await rowOf(id)
    expect(row).toHaveProperty('ordertag', '')
    const single = await client.read(`order/v1/details/${String(row!['uniqueorderid'])}`)
    expect(single.body['data']).toHaveProperty('ordertag', '')
    await updates.until(() => updates.codes().includes('AB01'))
    expect(updates.frames().at(-1)!.orderData['ordertag']).toBe('mine')
    sandbox.control.clearFaults()
    expect(await rowOf(id)).toHaveProperty('ordertag', 'mine')
    updates.socket.terminate()
  })
})

describe('frames', () => {
  it('may have no tags while books have them', async () => {
    const updates = await client.updates()
    sandbox.control.setFault({ name: 'missingTags', of: 'frames' })
    const id = await rest({ ordertag: 'mine' })
    await updates.until(() => updates.codes().includes('AB01'))
    expect(updates.frames().slice(1)).toHaveLength(2)
    for (const { orderData } of updates.frames().slice(1)) expect(orderData).not.toHaveProperty('ordertag')
    expect(await rowOf(id)).toHaveProperty('ordertag', 'mine')
    updates.socket.terminate()
  })

  it('may be late, in their order, and books know before', async () => {
    const updates = await client.updates()
    sandbox.control.setFault({ name: 'lateFrames', milliseconds: 400 })
    const id = idOf(await client.place())
    await reaches(sandbox, id, 'complete')
    expect(await rowOf(id)).toMatchObject({ status: 'complete' })
    expect(updates.codes()).toEqual(['AB00'])
    await updates.until(() => updates.codes().length === 4)
    expect(updates.codes()).toEqual(['AB00', 'AB09', 'AB01', 'AB05'])
    updates.socket.terminate()
  })
})
