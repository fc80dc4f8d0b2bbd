import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { LostOrders } from '../../trading/orders/LostOrders.ts'
import { OrderDispatch } from '../../trading/orders/OrderDispatch.ts'
import { exitOrder } from '../../trading/testing/bookables.ts'
import { quoteOf } from '../../trading/testing/contracts.ts'
import { FRESH_QUOTES } from '../../trading/testing/freshQuotes.ts'
import { openLegOf } from '../../trading/testing/legs.ts'
import { instrumentId } from '../instrumentId.ts'
import { ORDERS_A_SECOND } from '../OrderBudget.ts'
import type { AccountKey, BrokerOrder, ExecutionPort, OptionContract, OrderPricing, OrderRequest, OrderUpdate } from '../port.ts'
import { orderRequestOf } from './orderRequestOf.ts'

/** A port with an exchange behind it that a test has in its hands. */
export interface PortUnderTest {
  readonly port: ExecutionPort
  /** With nothing in it but money. */
  readonly account: AccountKey
  /** Of 65 units a lot; nobody quotes it but the test. */
  readonly contract: OptionContract
  readonly now: () => Instant
  /** The exchange moves on to a quote (paise) with so many units on either side; resolves when what follows from it has been reported. */
  quote(lastPrice: number, units?: number): Promise<void>
  /** The answer to the next placement is lost although the order arrives; null: that cannot happen on this port. */
  readonly loseNextAnswer: (() => void) | null
  close(): Promise<void>
}

const limit = (price: number): OrderPricing => ({ kind: 'LIMIT', limit: paise(price) })
const LOT = 65

/**
 * What every adapter of the execution port promises. `open` gives a port on a fresh account for each test; `sequences`: how many random ones
 * its books must agree with. For tests only.
 */
export function describeExecutionPort(name: string, open: () => Promise<PortUnderTest>, sequences = 50): void {
  /** Runs a test on a port, with all its reports. */
  const on = (test: (used: Used) => Promise<void>) => async () => {
    const opened = await open()
    try {
      await test(new Used(opened))
    } finally {
      await opened.close()
    }
  }

  describe(`${name} as an execution port`, () => {
    it(
      'accepts an order, has it in its book under its tag, and fills it within its limit',
      on(async (used) => {
        expect(await used.buy('E1', LOT, 100_00)).toMatchObject({ kind: 'accepted', brokerOrderId: expect.any(String) })
        await used.quote(101_00)
        expect(used.told('E1')).toEqual(['accepted'])
        expect(await used.order('E1')).toMatchObject({
          side: 'BUY',
          quantity: LOT,
          filledQuantity: 0,
          state: 'OPEN',
          pricing: limit(100_00),
        })
        await used.quote(99_00)
        expect(used.told('E1')).toEqual(['accepted', 'filled'])
        for (const { price } of await used.fills()) expect(price).toBeLessThanOrEqual(100_00)
        expect(await used.order('E1')).toMatchObject({ filledQuantity: LOT, state: 'FILLED', reason: null })
      }),
    )

    it(
      'refuses what the exchange would not take, and has no such order',
      on(async (used) => {
        expect(await used.buy('E1', LOT - 1, 100_00)).toMatchObject({ kind: 'refused', message: expect.any(String) })
        await used.quote(90_00)
        expect([used.updates, (await used.fills()).length]).toEqual([[], 0])
      }),
    )

    it(
      'takes an order that is sent twice as one, also after it is done',
      on(async (used) => {
        await used.buy('E1', LOT, 100_00)
        await used.buy('E1', LOT, 100_00)
        await used.quote(99_00)
        expect(await used.buy('E1', LOT, 100_00)).toMatchObject({ kind: 'accepted' })
        await used.quote(99_00)
        expect(used.told('E1').filter((type) => type === 'filled')).toHaveLength(1)
        expect(await used.held()).toBe(LOT)
      }),
    )

    it(
      'keeps an order whose answer was lost, to be found under its tag, and never to be sent again',
      on(async (used) => {
        if (!used.loseNextAnswer) return
        used.loseNextAnswer()
        expect(await used.buy('E1', LOT, 100_00)).toMatchObject({ kind: 'unknown', reason: expect.any(String) })
        await used.quote(99_00)
        expect(await used.order('E1')).toMatchObject({ state: 'FILLED', filledQuantity: LOT })
        expect(await used.held()).toBe(LOT)
      }),
    )

    it(
      'gives an order another price and quantity while it waits, and refuses to once it is done',
      on(async (used) => {
        await used.buy('E1', LOT, 90_00)
        await used.quote(100_00)
        expect(await used.port.modify(used.account, 'E1', { pricing: limit(101_00), quantity: 2 * LOT })).toEqual({ kind: 'accepted' })
        await used.quote(100_00)
        expect(await used.order('E1')).toMatchObject({ state: 'FILLED', filledQuantity: 2 * LOT, pricing: limit(101_00) })
        expect(await used.port.modify(used.account, 'E1', { pricing: limit(99_00), quantity: 3 * LOT })).toMatchObject({ kind: 'refused' })
        expect(await used.port.modify(used.account, 'E9', { pricing: limit(99_00), quantity: LOT })).toMatchObject({ kind: 'refused' })
      }),
    )

    it(
      'fills in parts as far as there is somebody to trade with, each part told once',
      on(async (used) => {
        await used.buy('E1', 3 * LOT, 100_00)
        await used.quote(99_00, LOT)
        expect(await used.order('E1')).toMatchObject({ state: 'OPEN', filledQuantity: LOT })
        await used.quote(98_00, 2 * LOT)
        const fills = await used.fills()
        expect(fills.map(({ quantity }) => quantity)).toEqual([LOT, 2 * LOT])
        expect(new Set(fills.map(({ fillId }) => fillId)).size).toBe(2)
        expect(used.updates.flatMap((update) => (update.type === 'filled' ? unitsAt(update) : []))).toEqual(fills.map(unitsAt))
      }),
    )

    it(
      'ends an order that is called back, keeps what was filled of it, and refuses to end it again',
      on(async (used) => {
        await used.buy('E1', 3 * LOT, 100_00)
        await used.quote(99_00, LOT)
        expect(await used.port.cancel(used.account, 'E1', 'of a test')).toEqual({ kind: 'accepted' })
        await used.quote(99_00)
        expect(await used.order('E1')).toMatchObject({ state: 'CANCELLED', filledQuantity: LOT })
        expect(used.told('E1').at(-1)).toBe('cancelled')
        expect(await used.held()).toBe(LOT)
        expect(await used.port.cancel(used.account, 'E1', 'of a test')).toMatchObject({ kind: 'refused' })
        expect(await used.port.cancel(used.account, 'E9', 'of a test')).toMatchObject({ kind: 'refused' })
      }),
    )

    it(
      'does nothing to the order of another account',
      on(async (used) => {
        await used.buy('E1', LOT, 100_00)
        const stranger: AccountKey = { ...used.account, userId: 'somebody else' }
        expect(await used.port.cancel(stranger, 'E1', 'of a test')).toMatchObject({ kind: 'refused' })
        expect([await used.port.orders(stranger), await used.port.fills(stranger), await used.port.positions(stranger)]).toEqual([
          [],
          [],
          [],
        ])
        await used.quote(99_00)
        expect(await used.held()).toBe(LOT)
      }),
    )

    it(
      'sets aside the margin of a purchase while it waits, and gives back what it did not need',
      on(async (used) => {
        const before = await used.port.funds(used.account)
        const order = used.request('E1', 'BUY', LOT, 100_00)
        const margin = await used.port.margin(used.account, [order])
        expect(margin).toBeGreaterThanOrEqual(100_00 * LOT)
        await used.port.place(order)
        expect(await used.port.funds(used.account)).toEqual({ available: before.available - margin, blocked: before.blocked + margin })
        await used.port.cancel(used.account, 'E1', 'of a test')
        await used.quote(100_00)
        expect(await used.port.funds(used.account)).toEqual(before)
      }),
    )

    it('has books that agree with what it told, whatever is ordered, changed, called back and quoted', async () => {
      const step = fc.oneof(
        fc.record({ do: fc.constant('place' as const), buys: fc.boolean(), lots: fc.integer({ min: 1, max: 4 }), price: ticks }),
        fc.record({ do: fc.constant('modify' as const), which: fc.nat({ max: 9 }), lots: fc.integer({ min: 1, max: 4 }), price: ticks }),
        fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 9 }) }),
        fc.record({ do: fc.constant('quote' as const), price: ticks, lots: fc.nat({ max: 3 }) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), (steps) =>
          on(async (used) => {
            const tags: string[] = []
            for (const [i, each] of steps.entries()) {
              const tag = each.do === 'modify' || each.do === 'cancel' ? (tags[each.which % Math.max(1, tags.length)] ?? 'E0') : `E${i}`
              if (each.do === 'quote') await used.quote(each.price, each.lots * LOT)
              else if (each.do === 'cancel') await used.port.cancel(used.account, tag, 'of a test')
              else if (each.do === 'modify')
                await used.port.modify(used.account, tag, { pricing: limit(each.price), quantity: each.lots * LOT })
              else if (!each.buys && (await used.unsold()) < each.lots * LOT) continue
              else {
                tags.push(tag)
                await used.port.place(used.request(tag, each.buys ? 'BUY' : 'SELL', each.lots * LOT, each.price))
              }
            }
            await used.expectAgreement(tags)
          })(),
        ),
        { numRuns: sequences },
      )
    }, 300_000)

    it(
      `gets no more than ${ORDERS_A_SECOND} orders of an account at once from whoever sends them`,
      on(async (used) => {
        await used.buy('E1', 20 * LOT, 110_00)
        await used.quote(100_00, 100 * LOT)
        const { port, account, contract, now } = used
        const rules = () => SHIPPED_MARKET_RULES
        const ignore = {
          report: () => undefined,
          exitQuotes: FRESH_QUOTES,
          shrink: async () => undefined,
          takeStop: async () => null,
          becomeStop: async () => false,
          isProtected: () => false,
          unprotect: async () => undefined,
          doubt: () => undefined,
          legsOf: () => [openLegOf({ contract, quantity: 20 * LOT })],
          stopsOf: () => [],
          bookedOf: () => 0,
          besideOf: () => [],
          openingOf: () => [],
          isOpening: () => false,
          hasSold: () => false,
          lost: new LostOrders({ hear: () => undefined, lookNow: () => undefined, log: pino({ level: 'silent' }) }),
        }
        const waits = { entryLife: () => MINUTE, repriceAfter: () => MINUTE, log: pino({ level: 'silent' }) }
        const dispatch = new OrderDispatch({ broker: port, rules, ...ignore, ...waits }, now())
        dispatch.onTick(quoteOf(contract, now(), 100_00))
        for (let i = 0; i < 20; i++) dispatch.send({ ...exitOrder(`X${i}`, `X${i}`, { quantity: LOT, contract }), ...account }, false)
        await expect.poll(async () => (await port.orders(account)).length - 1).toBe(ORDERS_A_SECOND)
      }),
    )
  })
}

const ticks = fc.integer({ min: 19_90, max: 20_10 }).map((steps) => steps * 5)

/** A port in use: its reports, and its books in short. */
class Used {
  readonly port: ExecutionPort
  readonly account: AccountKey
  readonly contract: OptionContract
  readonly now: () => Instant
  readonly quote: PortUnderTest['quote']
  readonly loseNextAnswer: PortUnderTest['loseNextAnswer']
  readonly updates: OrderUpdate[] = []

  constructor({ port, account, contract, now, quote, loseNextAnswer }: PortUnderTest) {
    this.port = port
    this.account = account
    this.contract = contract
    this.now = now
    this.quote = quote
    this.loseNextAnswer = loseNextAnswer
    port.onUpdate((update) => this.updates.push(update))
  }

  request(clientOrderId: string, side: OrderSide, quantity: number, price: number): OrderRequest {
    return orderRequestOf({ account: this.account, clientOrderId, contract: this.contract, side, quantity, pricing: limit(price) })
  }

  buy(clientOrderId: string, quantity: number, price: number) {
    return this.port.place(this.request(clientOrderId, 'BUY', quantity, price))
  }

  told(clientOrderId: string): OrderUpdate['type'][] {
    return this.updates.filter((update) => update.clientOrderId === clientOrderId).map(({ type }) => type)
  }

  async order(clientOrderId: string): Promise<BrokerOrder | undefined> {
    return (await this.port.orders(this.account)).find((order) => order.clientOrderId === clientOrderId)
  }

  fills() {
    return this.port.fills(this.account)
  }

  /** Units of the contract. */
  async held(): Promise<number> {
    const positions = await this.port.positions(this.account)
    return positions.find(({ contract }) => instrumentId(contract) === instrumentId(this.contract))?.netQuantity ?? 0
  }

  /** Units that are held and that no sale under way is to sell. */
  async unsold(): Promise<number> {
    const waiting = (await this.port.orders(this.account)).filter(
      ({ side, state }) => side === 'SELL' && (state === 'PENDING' || state === 'OPEN'),
    )
    return (await this.held()) - waiting.reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
  }

  /** Orders, fills, positions and updates agree on everything sent under these tags. */
  async expectAgreement(tags: readonly string[]): Promise<void> {
    const orders = await this.port.orders(this.account)
    const fills = await this.fills()
    expect(orders.map(({ clientOrderId }) => clientOrderId).toSorted()).toEqual([...tags].toSorted())
    let net = 0
    for (const { clientOrderId, side, quantity, filledQuantity, state } of orders) {
      const own = fills.filter((fill) => fill.clientOrderId === clientOrderId)
      expect(own.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(filledQuantity)
      expect(filledQuantity <= quantity).toBe(true)
      expect(state === 'FILLED').toBe(filledQuantity === quantity)
      const told = this.updates.filter((update) => update.clientOrderId === clientOrderId)
      expect(told.flatMap((update) => (update.type === 'filled' ? unitsAt(update) : []))).toEqual(own.map(unitsAt))
      const ends = told.filter(({ type }) => type === 'cancelled' || type === 'rejected' || type === 'expired')
      expect(ends).toHaveLength(state === 'CANCELLED' || state === 'REJECTED' || state === 'EXPIRED' ? 1 : 0)
      net += side === 'BUY' ? filledQuantity : -filledQuantity
    }
    expect(await this.held()).toBe(net)
  }
}

/** A fill without its id: a broker may report it under another id than its book's. */
function unitsAt({ quantity, price }: { readonly quantity: number; readonly price: Paise }): string {
  return `${quantity} at ${price}`
}
