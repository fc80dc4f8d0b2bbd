import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import { MINUTE, SECOND } from '../../../../schema/time.ts'
import { ORDER_BUDGET } from '../../../../schema/trading/orderBudget.ts'
import { CALL, openClient } from '../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../sandbox/testing/openSandbox.ts'
import { BrokerError, type MayLeave, type OrderPricing } from '../../port.ts'
import { engineContract, keyOf, liveAccount, openLive, orderOf } from './testing/openLive.ts'

const contract = engineContract(CALL.token)
const at = (limit: number): OrderPricing => ({ kind: 'LIMIT', limit: paise(limit) })

let sandbox: OpenSandbox
let users = 0
const closing: (() => void)[] = []

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10, accounts: 60 })
  // The contract's market is at 100 rupees, and nobody trades in it.
  sandbox.control.quote(CALL, paise(100_00), 0)
})
afterEach(() => {
  sandbox.control.clearFaults()
  for (const close of closing.splice(0)) close()
})
afterAll(() => sandbox.remove())

/** An execution at the broker's own limits, and an account that nothing has happened to. */
function open() {
  const { clientCode } = sandbox.users[users++]!
  const live = openLive(sandbox, 1)
  closing.push(() => live.execution.close())
  const { control } = sandbox
  const callsOf = (call = 'placeOrder') =>
    control.ledger.entries.flatMap((entry) =>
      entry.kind === 'call' && entry.clientCode === clientCode && entry.call === call ? [entry] : [],
    )
  return {
    ...{ ...live, clientCode, account: keyOf({ clientCode }), control, callsOf },
    buy: (tag: string, limit = 90_00, lots = 1) =>
      live.execution.place(orderOf(clientCode, tag, contract, { pricing: at(limit), quantity: lots * contract.lotSize })),
    sent: () => control.orders(clientCode),
    /** The outcome of an order; what the book happened to see of a change in between is left out. */
    until: (tag: string, types: readonly string[]) =>
      expect.poll(() => live.told(tag).filter((type) => type !== 'modifyPending' && type !== 'cancelPending')).toEqual(types),
  }
}

describe('an order', () => {
  it('of a paper account, of nobody who is connected, or with a tag too long never leaves', async () => {
    const { execution, clientCode, callsOf, buy } = open()
    const paper = orderOf(clientCode, 'E1', contract, { account: { userId: clientCode, mode: 'PAPER' } })
    expect(await execution.place(paper)).toMatchObject({ kind: 'refused', message: expect.stringContaining('paper') })
    expect(await execution.modify(paper.account, 'E1', { pricing: at(1_00), quantity: 65 })).toMatchObject({ kind: 'refused' })
    expect(await execution.cancel(paper.account, 'E1')).toMatchObject({ kind: 'refused' })
    await expect(execution.orders(paper.account)).rejects.toThrow(BrokerError)
    expect(await execution.place(orderOf('nobody', 'E1', contract))).toMatchObject({ kind: 'refused', message: 'no broker is connected' })
    expect(await buy('E123456789012345')).toMatchObject({ kind: 'refused' })
    expect(callsOf()).toEqual([])
  })

  it('goes out with its tag, rests, is changed and cancelled, and each is told', async () => {
    const { execution, account, buy, sent, until, updates } = open()
    expect(await buy('E1')).toEqual({ kind: 'accepted', brokerOrderId: expect.any(String) })
    await until('E1', ['accepted'])
    expect(sent()).toMatchObject([{ tag: 'E1', price: 90_00, quantity: 65, product: 'INTRADAY', status: 'open' }])
    expect(updates[0]?.known).toMatchObject({ brokerOrderId: sent()[0]!.orderId, limit: 90_00 })
    expect(await execution.modify(account, 'E1', { pricing: at(91_05), quantity: 130 })).toEqual({ kind: 'accepted' })
    await expect.poll(sent).toMatchObject([{ price: 91_05, quantity: 130 }])
    expect(await execution.cancel(account, 'E1')).toEqual({ kind: 'accepted' })
    await expect.poll(() => updates.at(-1)?.type).toBe('cancelled')
    expect(await execution.cancel(account, 'E1')).toMatchObject({ kind: 'refused' })
  })

  it('counts against the budget with each call on it, and a new connection goes on with what was used before it', async () => {
    const { execution, account, buy, orderCalls, calls, connections, clientCode } = open()
    await buy('E1')
    await execution.modify(account, 'E1', { pricing: at(91_05), quantity: 130 })
    await execution.cancel(account, 'E1')
    await orderCalls.close()
    expect(calls.map(({ kind }) => kind)).toEqual(['ENTRY', 'CHANGE', 'CANCELLATION'])
    // All but one of the hour's 900, by an engine before.
    const earlier = { userId: clientCode, at: Date.now() - 30 * MINUTE, kind: 'EXIT' as const }
    calls.push(...Array.from({ length: 896 }, (_, i) => ({ ...earlier, id: `${i}` })))
    connections.set(
      clientCode,
      liveAccount(
        sandbox,
        sandbox.users.find((user) => user.clientCode === clientCode)!,
      ),
    )
    const exit = (tag: string) => execution.place(orderOf(clientCode, tag, contract, { purpose: 'EXIT', pricing: at(90_00) }))
    expect(await exit('X1')).toMatchObject({ kind: 'accepted' })
    expect(await exit('X2')).toEqual({ kind: 'busy' })
  })

  it('that stops a loss waits for its trigger, and is cancelled as what it is', async () => {
    const { execution, account, buy, clientCode, control, sent, until } = open()
    await buy('E1', 100_00)
    await until('E1', ['accepted'])
    control.quote(CALL, paise(100_00), 650)
    await until('E1', ['accepted', 'filled'])
    const stop: OrderPricing = { kind: 'STOPLOSS_LIMIT', trigger: paise(95_00), limit: paise(94_00) }
    expect(await execution.place(orderOf(clientCode, 'X1', contract, { side: 'SELL', pricing: stop }))).toMatchObject({ kind: 'accepted' })
    await until('X1', ['triggerPending'])
    expect(sent()[1]).toMatchObject({ orderType: 'STOPLOSS_LIMIT', triggerPrice: 95_00, price: 94_00, status: 'trigger pending' })
    expect(await execution.cancel(account, 'X1')).toEqual({ kind: 'accepted' })
    await until('X1', ['triggerPending', 'cancelled'])
  })

  it('that is rejected after it was taken is told with the reason, and was never accepted', async () => {
    const { buy, clientCode, control, until, updates } = open()
    control.setFault({ name: 'rejectAfterAck', clientCode, text: 'RMS: margin exceeds' })
    expect(await buy('E1')).toMatchObject({ kind: 'accepted' })
    await until('E1', ['rejected'])
    expect(updates[0]).toMatchObject({ reason: expect.stringMatching(/add funds.*RMS: margin exceeds/) as string })
  })

  it('that is filled after it was cancelled is told so, by the trade book', async () => {
    const { execution, account, buy, control, sent, until } = open()
    await buy('E1')
    await until('E1', ['accepted'])
    await execution.cancel(account, 'E1')
    await until('E1', ['accepted', 'cancelled'])
    expect(control.fillLate(sent()[0]!.orderId, 65, paise(89_00))).toBe(true)
    await until('E1', ['accepted', 'cancelled', 'filled'])
    expect(await execution.fills(account)).toMatchObject([{ clientOrderId: 'E1', quantity: 65, price: 89_00 }])
  })

  it('is sent by nobody once the connections are closed, and no book is read any more', async () => {
    const { execution, account, buy, callsOf } = open()
    execution.close()
    expect(await buy('E1')).toMatchObject({ kind: 'refused', message: 'the connections to the broker are closed' })
    await expect(execution.orders(account)).rejects.toThrow('closed')
    expect([callsOf(), callsOf('getOrderBook')]).toEqual([[], []])
  })

  it('of a process that ended is known to the next one by the book, and goes on there', async () => {
    const { execution, account, buy, control, sent } = open()
    await buy('E1', 90_00, 2)
    await expect.poll(() => sent()[0]?.status).toBe('open')
    execution.close()
    const next = openLive(sandbox, 1)
    closing.push(() => next.execution.close())
    expect(await next.execution.orders(account)).toMatchObject([{ clientOrderId: 'E1', state: 'OPEN', filledQuantity: 0 }])
    expect(await next.execution.modify(account, 'E1', { pricing: at(95_00), quantity: 130 })).toEqual({ kind: 'accepted' })
    await expect.poll(() => sent()[0]?.price).toBe(95_00)
    control.quote(CALL, paise(95_00), 65)
    await expect.poll(() => next.told('E1').filter((type) => type === 'filled')).toHaveLength(1)
    expect(await next.execution.place(orderOf(account.userId, 'E1', contract))).toMatchObject({ kind: 'accepted' })
    expect(sent()).toHaveLength(1)
    control.quote(CALL, paise(100_00), 0)
  })
})

describe('a change that the broker has taken', () => {
  it.each([
    ['and the exchange refuses is told as not made, each time', 'unchanged', true],
    ['is told when it is in force', 'modified', false],
  ] as const)('%s', async (_what, told, isRefused) => {
    const { execution, account, buy, clientCode, control, until, updates } = open()
    await buy('E1', 90_00, 2)
    await until('E1', ['accepted'])
    if (isRefused) control.setFault({ name: 'refusedChange', clientCode })
    for (const limit of [91_00, 92_00]) {
      const change = { pricing: at(limit), quantity: contract.lotSize }
      expect(await execution.modify(account, 'E1', change)).toEqual({ kind: 'accepted' })
      const terms = isRefused ? { pricing: at(90_00), quantity: 2 * contract.lotSize } : change
      await expect.poll(() => updates.at(-1)).toMatchObject({ type: told, terms })
      updates.length = 0
    }
  })
})

describe('an answer that proves nothing', () => {
  const faults = [
    { name: 'lostAnswer' },
    { name: 'emptyBody' },
    { name: 'serverError', status: 502 },
    { name: 'serverError', status: 504 },
    { name: 'truncatedJson' },
    { name: 'nullData' },
    { name: 'slowReply' },
  ] as const
  it.each(faults.flatMap((fault) => [true, false].map((reached) => ({ ...fault, reached }))))(
    'makes an order unknown, sent once, and found if it is there (%j)',
    async (fault) => {
      const { execution, account, buy, clientCode, control, callsOf, sent, told } = open()
      control.setFault({ ...fault, calls: ['placeOrder'], clientCode })
      expect(await buy('E1')).toMatchObject({ kind: 'unknown', reason: expect.any(String) })
      // Asking for it again sends nothing.
      expect(['unknown', 'accepted']).toContain((await buy('E1')).kind)
      await expect.poll(callsOf).toHaveLength(1)
      expect(sent()).toHaveLength(fault.reached ? 1 : 0)
      if (fault.reached) {
        await expect.poll(() => told('E1')).toContain('accepted')
        expect(await execution.orders(account)).toMatchObject([{ clientOrderId: 'E1', state: 'OPEN' }])
      } else expect(await execution.orders(account)).toEqual([])
    },
    90_000,
  )

  it('makes a change or a cancellation unknown, and the book tells', async () => {
    const { execution, account, buy, clientCode, control, until, told } = open()
    await buy('E1')
    await until('E1', ['accepted'])
    control.setFault({ name: 'lostAnswer', calls: ['modifyOrder', 'cancelOrder'], clientCode })
    expect(await execution.modify(account, 'E1', { pricing: at(91_00), quantity: 65 })).toMatchObject({ kind: 'unknown' })
    expect(await execution.cancel(account, 'E1')).toMatchObject({ kind: 'unknown' })
    await expect.poll(() => told('E1').at(-1)).toBe('cancelled')
  })

  it('of other types is still an answer', async () => {
    const { buy, clientCode, control, until } = open()
    control.setFault({ name: 'wrongTypes', clientCode })
    expect(await buy('E1')).toMatchObject({ kind: 'accepted', brokerOrderId: expect.any(String) })
    await until('E1', ['accepted'])
  })
})

describe('a broker that does not take an order', () => {
  it('because of its limits is busy, and takes the same order later', async () => {
    const { buy, clientCode, control, sent } = open()
    control.setFault({ name: 'rateLimited', calls: ['placeOrder'], reached: false, times: 1, clientCode })
    expect(await buy('E1')).toEqual({ kind: 'busy' })
    await expect.poll(() => buy('E1')).toMatchObject({ kind: 'accepted' })
    expect(sent()).toHaveLength(1)
  })

  it('because nobody is there is busy', async () => {
    const { clientCode } = open()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const gone = openLive({ ...sandbox, url: `http://127.0.0.1:${port}` }, 1)
    closing.push(() => gone.execution.close())
    expect(await gone.execution.place(orderOf(clientCode, 'E1', contract))).toEqual({ kind: 'busy' })
  })

  it('because the price is outside its range refuses it in its words, and no order is there', async () => {
    const { buy, sent } = open()
    expect(await buy('E1', 1_000_00)).toMatchObject({ kind: 'refused', message: expect.stringContaining('outside') })
    expect(sent()).toEqual([])
  })

  it('because of the address it comes from refuses it in plain words', async () => {
    const { buy, clientCode, control } = open()
    control.setFault({ name: 'staticIp', clientCode })
    expect(await buy('E1')).toMatchObject({
      kind: 'refused',
      code: 'AG7002',
      message: expect.stringContaining('register this server’s address'),
    })
  })

  it.each([200, 401, 403] as const)('because the token ended is asked once more, after one renewal (HTTP %i)', async (status) => {
    const { buy, clientCode, connections, control, callsOf, sent } = open()
    await buy('E1')
    const signIns = connections.get(clientCode)!.signIns
    const before = signIns()
    if (status !== 200) control.setFault({ name: 'gatewayStatus', status, clientCode })
    control.killTokens(clientCode)
    const placements = await Promise.all(['E2', 'E3', 'E4'].map((tag) => buy(tag)))
    expect(placements.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(signIns() - before).toBe(1)
    expect(
      sent()
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(['E1', 'E2', 'E3', 'E4'])
    expect(callsOf().filter(({ tag, outcome }) => tag === 'E2' && outcome === 'accepted')).toHaveLength(1)
  })

  it('because the token ended, ten times over, costs one sign-in each time, and each order is there once', async () => {
    const { buy, clientCode, connections, control, sent } = open()
    await buy('E0')
    const { signIns } = connections.get(clientCode)!
    const before = signIns()
    for (let i = 1; i <= 10; i++) {
      control.killTokens(clientCode)
      expect(await buy(`E${i}`)).toMatchObject({ kind: 'accepted' })
      expect(signIns() - before).toBe(i)
    }
    expect(sent()).toHaveLength(11)
  })

  it('because the token ended gets no order that was recalled while the session was renewed', async () => {
    const { execution, buy, clientCode, connections, control, callsOf, sent } = open()
    await buy('E1')
    const before = connections.get(clientCode)!.signIns()
    control.killTokens(clientCode)
    let asked = 0
    // Recalled as soon as it has left for the first time.
    const placing = execution.place(orderOf(clientCode, 'E2', contract, { pricing: at(90_00) }), () => asked++ === 0)
    expect(await placing).toEqual({ kind: 'busy' })
    expect([asked, connections.get(clientCode)!.signIns() - before]).toEqual([2, 1])
    expect(callsOf().filter(({ tag, outcome }) => tag === 'E2' && outcome === 'accepted')).toEqual([])
    expect(sent().map(({ tag }) => tag)).toEqual(['E1'])
  })

  it('because the account must be signed in by a person refuses, and is not asked again', async () => {
    const { buy, clientCode, connections } = open()
    const connection = connections.get(clientCode)!
    const ended = new BrokerError('auth', 'connect again')
    connections.set(clientCode, { ...connection, renew: () => Promise.reject(ended) })
    await buy('E1')
    sandbox.control.killTokens(clientCode)
    expect(await buy('E2signedOut')).toMatchObject({ kind: 'refused', message: expect.stringContaining('connect again') })
    const asked = sandbox.control.ledger.entries.filter((entry) => entry.kind === 'call' && entry.tag === 'E2signedOut')
    expect(asked).toHaveLength(1)
  })
})

describe('the order-status socket', () => {
  it('that is mute costs nothing but time', async () => {
    const { buy, clientCode, control, execution, account, until } = open()
    control.setFault({ name: 'muteOrderSocket', clientCode })
    await buy('E1')
    await until('E1', ['accepted'])
    await execution.cancel(account, 'E1')
    await until('E1', ['accepted', 'cancelled'])
  })

  it('that breaks is dialled again, and what happened meanwhile is told', async () => {
    const { buy, clientCode, control, sent, until } = open()
    await buy('E1')
    await until('E1', ['accepted'])
    control.dropSockets(clientCode)
    control.cancelByHand(clientCode, sent()[0]!.orderId)
    await until('E1', ['accepted', 'cancelled'])
  })

  it('of a user whom another node has taken over is closed: one move after another never meets the limit of three', async () => {
    const { clientCode } = open()
    const user = sandbox.users.find((each) => each.clientCode === clientCode)!
    for (let move = 0; move < 4; move++) {
      const node = openLive(sandbox, 1)
      closing.push(() => node.execution.close())
      await node.execution.place(orderOf(clientCode, `E${move}`, contract, { pricing: at(90_00) }))
      await expect.poll(() => node.told(`E${move}`)).toEqual(['accepted'])
      node.execution.release((userId) => userId !== clientCode)
    }
    const client = await openClient(sandbox, user)
    const sockets = await Promise.all([client.updates(), client.updates(), client.updates()])
    for (const { socket } of sockets) socket.terminate()
  })

  it('that repeats and shuffles its frames changes nothing', async () => {
    const { buy, clientCode, control, until } = open()
    for (const name of ['duplicateFrames', 'shuffledFrames'] as const) control.setFault({ name, clientCode, share: 0.5 })
    await buy('E1', 100_00)
    await until('E1', ['accepted'])
    control.quote(CALL, paise(100_00), 650)
    await until('E1', ['accepted', 'filled'])
    await buy('E2', 100_00, 2)
    await until('E2', ['accepted'])
    control.quote(CALL, paise(100_00), 65)
    await until('E2', ['accepted', 'filled'])
    control.quote(CALL, paise(100_00), 65)
    await until('E2', ['accepted', 'filled', 'filled'])
  })
})

describe('the limits of a client code', () => {
  it('keep of an hour what exits need: the moves of a stop that waits take none of it, making it smaller and exits do', async () => {
    const { execution, account, clientCode, calls, until } = open()
    // An hour's whole entry budget, used by an earlier engine.
    const earlier = { userId: clientCode, at: Date.now() - 30 * MINUTE, kind: 'CHANGE' as const }
    calls.push(...Array.from({ length: ORDER_BUDGET.HOUR.orders - ORDER_BUDGET.HOUR.forExits }, (_, i) => ({ ...earlier, id: `${i}` })))
    const stopAt = (trigger: number): OrderPricing => ({ kind: 'STOPLOSS_LIMIT', trigger: paise(trigger), limit: paise(trigger - 1_00) })
    const two = { side: 'SELL', purpose: 'EXIT', quantity: 2 * contract.lotSize } as const
    expect(await execution.place(orderOf(clientCode, 'S1', contract, { ...two, pricing: stopAt(95_00) }))).toMatchObject({
      kind: 'accepted',
    })
    await until('S1', ['triggerPending'])
    expect(await execution.modify(account, 'S1', { pricing: stopAt(96_00), quantity: two.quantity })).toEqual({ kind: 'busy' })
    expect(await execution.modify(account, 'S1', { pricing: stopAt(96_00), quantity: contract.lotSize })).toEqual({ kind: 'accepted' })
    const exit = orderOf(clientCode, 'X1', contract, { side: 'SELL', purpose: 'EXIT', pricing: at(110_00) })
    expect(await execution.place(exit)).toMatchObject({ kind: 'accepted' })
  })

  it('hold up no order that is recalled before its turn: it does not leave, nor do a change and a cancellation', async () => {
    const { execution, account, clientCode, buy, callsOf } = open()
    await buy('E0')
    const exit = (tag: string, mayLeave?: MayLeave) =>
      execution.place(orderOf(clientCode, tag, contract, { purpose: 'EXIT', pricing: at(90_00) }), mayLeave)
    // With the one before them all that a second allows, and answered: the turn of the next comes within its second.
    await Promise.all(Array.from({ length: 7 }, (_, i) => exit(`X${i}`)))
    const never = () => false
    const change = { pricing: at(91_00), quantity: 65 }
    const held = [exit('X8', never), execution.modify(account, 'E0', change, never), execution.cancel(account, 'E0', 'of a test', never)]
    expect(await Promise.all(held)).toEqual([{ kind: 'busy' }, { kind: 'busy' }, { kind: 'busy' }])
    expect([callsOf().filter(({ tag }) => tag === 'X8'), callsOf('modifyOrder'), callsOf('cancelOrder')]).toEqual([[], [], []])
  })

  it('are never exceeded: of forty orders at once all get there, eight a second, and no more than nine within any', async () => {
    const { execution, clientCode, control, callsOf } = open()
    const times: number[] = []
    const stop = control.ledger.onEntry((entry) => {
      if (entry.kind === 'call' && entry.clientCode === clientCode) times.push(performance.now())
    })
    const place = async (tag: string): Promise<void> => {
      const { kind } = await execution.place(orderOf(clientCode, tag, contract, { purpose: 'EXIT', pricing: at(90_00) }))
      if (kind === 'busy') await place(tag)
    }
    const from = performance.now()
    await Promise.all(Array.from({ length: 40 }, (_, i) => place(`X${i}`)))
    expect(performance.now() - from).toBeGreaterThanOrEqual(4 * SECOND)
    stop()
    expect(callsOf().filter(({ outcome }) => outcome === 'accepted')).toHaveLength(40)
    expect(callsOf().filter(({ outcome }) => outcome !== 'accepted')).toEqual([])
    for (const time of times)
      expect(times.filter((other) => other > time - SECOND && other <= time).length).toBeLessThanOrEqual(ORDER_BUDGET.SECOND.allowed)
  })
})
