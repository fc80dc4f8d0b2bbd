import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderUpdate } from './broker/port.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'
import type { TradeRecords } from './trading/floor/TradeRecords.ts'

/** For how long the leases lapse, in real milliseconds. */
const LAPSE = 500

let market: Awaited<ReturnType<typeof openLiveDesk>>
beforeAll(async () => {
  market = await openLiveDesk(12)
})
afterAll(() => market?.close())
beforeEach(() => market.quote(100_00))
afterEach(() => market.control.clearFaults())

type Engine = Awaited<ReturnType<typeof market.startDesk>>

/** A call that books the first update of a kind of an order of ours. */
const books = (type: OrderUpdate['type'], kind: 'E' | 'X' | 'S') => ({
  method: 'book' as const,
  is: (updates: unknown) =>
    (updates as readonly OrderUpdate[]).some((update) => update.type === type && update.clientOrderId.startsWith(kind)),
})
const any = (method: keyof TradeRecords) => ({ method, is: () => true })

/** The records of a node whose leases lapse right before the first call of a kind. */
function lapsingAt({ method, is }: ReturnType<typeof books> | ReturnType<typeof any>) {
  let [engine, hasLapsed]: [Engine | null, boolean] = [null, false]
  const records = new Proxy<TradeRecords>(market.store.trades, {
    get:
      (trades, name: keyof TradeRecords) =>
      (...args: unknown[]) => {
        if (name === method && engine && !hasLapsed && is(args[0])) {
          hasLapsed = true
          const node = engine
          node.setLapsed(true)
          setTimeout(() => node.setLapsed(false), LAPSE)
        }
        return (trades[name] as (...given: unknown[]) => unknown).apply(trades, args)
      },
  })
  return { records, arm: (started: Engine) => void (engine = started), hasLapsed: () => hasLapsed }
}

describe('leases that lapse for a moment', () => {
  it.each([
    ['an entry is marked as sent', any('markSubmitted'), 'target'],
    ['the fill of an entry is booked', books('filled', 'E'), 'target'],
    ['a stop is kept', any('keepExitAtBroker'), 'target'],
    ['exits are submitted', any('submitExits'), 'target'],
    ['the fill of an exit is booked', books('filled', 'S'), 'target'],
    ['the refusal of an exit is booked', books('rejected', 'X'), 'refused'],
    ['an exit takes its stop', any('takeStop'), 'target'],
    ['the fill of a stop is booked', books('filled', 'S'), 'stop'],
    ['people’s requests are read', any('requestedExits'), 'close'],
  ] as const)('while %s leave a leg that is protected, closes, and is closed once', async (_, when, how) => {
    const lapse = lapsingAt(when)
    const user = await market.connect()
    const engine = await market.startDesk(lapse.records)
    lapse.arm(engine)
    engine.desk.submit(await user.intendEntry())
    await user.running()
    await user.resting()
    if (how === 'refused') {
      // The stop does not become the exit, and the order of its own is rejected once.
      market.control.setFault({ name: 'refusedChange', clientCode: user.clientCode })
      market.control.setFault({ name: 'rejectAfterAck', text: 'RMS: no', times: 1, clientCode: user.clientCode })
    }
    if (how === 'close') {
      await user.close(...(await user.trades()).map(({ id }) => id))
      engine.desk.obey()
    } else market.quote(how === 'stop' ? 87_00 : 119_00, engine)
    await user.closed()
    expect(lapse.hasLapsed()).toBe(true)
    await sleep(LAPSE)
    const orders = await user.orders()
    expect(orders.filter(({ isOpen }) => isOpen)).toEqual([])
    expect(orders.filter(({ purpose }) => purpose === 'EXIT').reduce((sum, { filledQuantity }) => sum + filledQuantity, 0)).toBe(65)
    expect(user.held()).toBe(0)
    await expect.poll(() => user.atExchange().filter(({ resting }) => resting !== null)).toEqual([])
  })
})
