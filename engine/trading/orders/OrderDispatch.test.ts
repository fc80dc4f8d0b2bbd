import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { DAY, MINUTE, SECOND, istInstant } from '../../../schema/time.ts'
import type { Answer, BasketOrder, BrokerOrder, InstrumentKey, OrderUpdate, Tick } from '../../broker/port.ts'
import type { TakenStop } from './TakenStop.ts'
import { LiveExitQuotes } from './LiveExitQuotes.ts'
import { LostOrders } from './LostOrders.ts'
import { OrderDispatch, type OrderDispatchParts } from './OrderDispatch.ts'
import { tagOf, type Order, type SentOrder } from './orders.ts'
import { entryOrder, exitOrder } from '../testing/bookables.ts'
import { contractOf, quoteOf } from '../testing/contracts.ts'
import { FRESH_QUOTES } from '../testing/freshQuotes.ts'
import { openLegOf } from '../testing/legs.ts'
import { lookAt } from '../testing/lookAt.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const contract = contractOf('NIFTY', 24_500, 'CE')
const rules = () => SHIPPED_MARKET_RULES

/** `exitQuotes`: what says whether live exits may go by their quotes. */
function open(exitQuotes = FRESH_QUOTES) {
  const broker = new ScriptedBroker(contract)
  const reported: OrderUpdate[] = []
  const waits = { entryLife: () => MINUTE, repriceAfter: () => 3 * SECOND }
  const report = (update: OrderUpdate) => reported.push(update)
  const shrunk: number[] = []
  /** Exits that were to close more than the broker's books have. */
  const doubted: string[] = []
  const shrink = async (_order: SentOrder, quantity: number) => void shrunk.push(quantity)
  /** Whether legs are protected at the broker, and the exits whose legs were left without that. */
  const protection = { is: false, withdrawn: [] as string[] }
  const unprotect = async ({ clientOrderId }: Order) => {
    protection.withdrawn.push(clientOrderId)
  }
  /** The stop that rests for the leg of an exit, and whether the books let it become one. */
  const stop: { rests: TakenStop | null; isOver: boolean } = { rests: null, isOver: false }
  const becomeStop: OrderDispatchParts['becomeStop'] = async (exit, { clientOrderId, quantity }, then) => {
    await Promise.resolve()
    if (!stop.isOver) then({ ...exit, clientOrderId, quantity })
    return !stop.isOver
  }
  /** The open legs of the account, and whether its user has sold legs open. */
  const left = { legs: [openLegOf({ contract, quantity: 1_000 * contract.lotSize })], hasSold: false }
  const log = pino({ level: 'silent' })
  const hear = (update: OrderUpdate) => {
    lost.heardOf(update.clientOrderId)
    dispatch.onUpdate(update)
    report(update)
  }
  const lost: LostOrders = new LostOrders({ hear, lookNow: () => undefined, log })
  /** The open legs of any entry's position. */
  const beside: BasketOrder[] = []
  const dispatch: OrderDispatch = new OrderDispatch(
    {
      broker,
      rules,
      report,
      exitQuotes,
      shrink,
      isProtected: () => protection.is,
      takeStop: async () => stop.rests,
      becomeStop,
      unprotect,
      doubt: ({ clientOrderId }) => doubted.push(clientOrderId),
      legsOf: () => left.legs,
      stopsOf: () => [],
      bookedOf: () => 0,
      besideOf: () => beside,
      openingOf: () => [],
      isOpening: () => false,
      hasSold: () => left.hasSold,
      lost,
      ...waits,
      log,
    },
    NOW,
  )
  let now = NOW
  return {
    ...{ broker, reported, dispatch, lost, shrunk, doubted, protection, stop, left, beside },
    quote: (lastPrice: number) => dispatch.onTick(quoteOf(contract, now, lastPrice)),
    /** Advances time and runs what follows. */
    async time(by: number) {
      now += by
      dispatch.onTime(now)
      const [account] = lost.accounts
      if (account) for (const found of lost.onLook(await lookAt(broker, account, now, lost))) dispatch.onFound(found)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const exit = (id = 'X1', quantity = 65) => exitOrder(id, id, { quantity, status: 'INTENT' })
const entry = (): Order => entryOrder({ quantity: 65, status: 'INTENT' })
const limits = ({ placed }: ScriptedBroker) => placed.map(({ pricing }) => pricing.limit)

describe('an order leaves', () => {
  it('with a limit made of the latest quote, for its account, within the day', () => {
    const { broker, dispatch, quote } = open()
    quote(90_00)
    quote(100_00)
    dispatch.send(exit(), false)
    expect(broker.placed).toMatchObject([
      {
        ...{ account: { userId: 'u', mode: 'PAPER' }, clientOrderId: 'X1', side: 'SELL', quantity: 65, validity: 'DAY' },
        pricing: { kind: 'LIMIT', limit: 99_50 },
      },
    ])
  })

  it('once, however often it is given', () => {
    const { broker, dispatch, quote } = open()
    quote(100_00)
    dispatch.send(exit(), false)
    dispatch.send(exit(), true)
    expect(broker.placed).toHaveLength(1)
  })

  it('when there is a quote to price it by; an entry waits no longer than its life', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    dispatch.send(exit(), false)
    dispatch.send(entry(), false)
    await time(MINUTE + 1)
    expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'E1', reason: `no quote of ${contract.tradingSymbol} after 60 s` }])
    quote(100_00)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['X1'])
  })

  it('not by a quote of another day, whether it came on that day or comes again on this one', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    await time(DAY)
    dispatch.send(exit(), false)
    dispatch.onTick(quoteOf(contract, NOW, 100_00))
    await time(SECOND)
    expect(broker.placed).toEqual([])
    quote(80_00)
    expect(limits(broker)).toEqual([79_60])
  })

  it('by a quote of its own day when that was forgotten while it waited for its turn, and not at any price', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    for (let i = 0; i < 9; i++) dispatch.send(exit(`X${i}`), false)
    await time(DAY)
    await time(SECOND)
    expect(broker.placed).toHaveLength(8)
    quote(80_00)
    expect(limits(broker).slice(8)).toEqual([79_60])
  })

  it('by a quote that comes before the clock says that its day has begun', async () => {
    const { broker, dispatch, time } = open()
    dispatch.onTick(quoteOf(contract, NOW + DAY, 80_00))
    await time(DAY)
    dispatch.send(exit(), false)
    expect(limits(broker)).toEqual([79_60])
  })

  it('not at all when an exchange would refuse it, with the reason', () => {
    const { broker, dispatch, quote, reported } = open()
    quote(100_00)
    dispatch.send(exit('X1', 64), false)
    expect(broker.placed).toEqual([])
    expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'X1', reason: '64 units are not whole lots of 65' }])
  })

  it('not beyond the budget of its account, entries after exits', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    for (let i = 0; i < 7; i++) dispatch.send(entryOrder({ id: `o${i}`, clientOrderId: `E${i}`, quantity: 65 }), false)
    for (let i = 0; i < 3; i++) dispatch.send(exit(`X${i}`), false)
    expect(broker.placed).toHaveLength(8)
    await time(SECOND)
    expect(broker.placed.slice(6).map(({ clientOrderId }) => clientOrderId)).toEqual(['X0', 'X1', 'X2', 'E6'])
  })

  it('not after it was called back while the broker makes it wait for its turn, which is told once it is known that it has not left', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    let answer = (): void => undefined
    quote(100_00)
    broker.place = (_order, mayLeave) =>
      new Promise((resolve) => (answer = () => resolve(mayLeave() ? broker.placement : { kind: 'busy' })))
    dispatch.send(entry(), false)
    dispatch.cancel('E1', 'of a test')
    await time(0)
    expect(reported).toEqual([])
    answer()
    await time(0)
    expect([broker.cancelled, reported]).toMatchObject([[], [{ type: 'cancelled', clientOrderId: 'E1', reason: 'of a test' }]])
  })

  it('not after its time was up, nor after it was forgotten, while the broker makes it wait for its turn', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    dispatch.send(entry(), false)
    expect(broker.mayLeave()).toBe(true)
    await time(MINUTE + 1)
    expect(broker.mayLeave()).toBe(false)
    dispatch.send(exit(), false)
    expect(broker.mayLeave()).toBe(true)
    dispatch.forget('X1')
    expect(broker.mayLeave()).toBe(false)
  })

  it('not after it was called back while it waited, which is told', () => {
    const { broker, dispatch, quote, reported } = open()
    dispatch.send(entry(), false)
    dispatch.cancel('E1', 'of a test')
    quote(100_00)
    expect(broker.placed).toEqual([])
    expect(reported).toMatchObject([{ type: 'cancelled', clientOrderId: 'E1', reason: 'of a test' }])
  })
})

describe('an exit that is not filled', () => {
  it('follows the market with new prices, not sooner than agreed and not when the price is the same', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    dispatch.send(exit(), false)
    await time(2 * SECOND)
    quote(80_00)
    await time(SECOND - 1)
    expect(broker.changes).toEqual([])
    await time(1)
    expect(broker.changes).toMatchObject([{ clientOrderId: 'X1', quantity: 65, pricing: { kind: 'LIMIT', limit: 79_60 } }])
    await time(3 * SECOND)
    expect(broker.changes).toHaveLength(1)
    quote(70_00)
    await time(SECOND)
    await time(2 * SECOND)
    expect(broker.changes).toHaveLength(2)
  })

  it.each([
    { kind: 'refused', code: null, message: 'price range' },
    { kind: 'unknown', reason: 'no answer' },
  ] as const)('is priced again at the next look when its change was not taken for certain: its broker said $kind', async (answer) => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    dispatch.send(exit(), false)
    await time(0)
    broker.answer = answer
    quote(80_00)
    await time(3 * SECOND)
    await time(3 * SECOND)
    broker.answer = { kind: 'accepted' }
    await time(3 * SECOND)
    await time(3 * SECOND)
    expect(broker.changes.map(({ pricing }) => pricing.limit)).toEqual([79_60, 79_60, 79_60])
    // Taken, and not done.
    dispatch.onUpdate({ type: 'unchanged', clientOrderId: 'X1', at: NOW })
    await time(3 * SECOND)
    expect(broker.changes).toHaveLength(4)
  })

  it('keeps its price once it was called back or is done; an entry keeps its price always', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    for (const id of ['X1', 'X2']) dispatch.send(exit(id), false)
    dispatch.send(entry(), false)
    await time(1)
    dispatch.cancel('X1', 'of a test')
    dispatch.forget('X2')
    quote(80_00)
    await time(4 * SECOND)
    expect([broker.changes, broker.cancelled]).toEqual([[], ['X1']])
  })
})

describe('an order that is called back', () => {
  async function recalled(answer: Answer) {
    const opened = open()
    const { broker, dispatch, quote, time } = opened
    quote(100_00)
    dispatch.send(entry(), false)
    await time(0)
    broker.answer = answer
    dispatch.cancel('E1', 'of a test')
    await time(0)
    expect(broker.cancelled).toEqual(['E1'])
    /** In which of the next `seconds` it was cancelled again. */
    const again = async (seconds: number) => {
      const asked: number[] = []
      for (let second = 1; second <= seconds; second++) {
        const before = broker.cancelled.length
        await time(SECOND)
        if (broker.cancelled.length > before) asked.push(second)
      }
      return asked
    }
    return { ...opened, again }
  }
  const answers: readonly Answer[] = [
    { kind: 'unknown', reason: 'no answer within 7000 ms' },
    { kind: 'refused', code: null, message: 'not signed in' },
    { kind: 'accepted' },
  ]

  it.each(answers)('is called back again, with waits that grow, until it has ended: its broker said $kind', async (answer) => {
    const { dispatch, again } = await recalled(answer)
    expect(await again(100)).toEqual([2, 6, 14, 30, 60, 90])
    dispatch.onUpdate({ type: 'cancelled', clientOrderId: 'E1', at: NOW, reason: 'of a test' })
    expect(await again(60)).toEqual([])
  })

  it('is called back no more once it is filled and booked', async () => {
    const { dispatch, again } = await recalled({ kind: 'accepted' })
    dispatch.forget('E1')
    expect(await again(60)).toEqual([])
  })

  it('is called back at once when what stood in the way may be gone, and then as at first', async () => {
    const { broker, dispatch, again, time } = await recalled({ kind: 'refused', code: null, message: 'not signed in' })
    await again(20)
    dispatch.callBackAgain('somebody else')
    await time(0)
    expect(broker.cancelled).toHaveLength(4)
    dispatch.callBackAgain('u')
    await time(0)
    expect(broker.cancelled).toHaveLength(5)
    expect(await again(10)).toEqual([2, 6])
  })

  it('by its age, as an entry that is not filled within its life, is called back in the same way', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    dispatch.send(entry(), false)
    await time(MINUTE)
    expect(broker.cancelled).toEqual([])
    await time(1)
    expect(broker.cancelled).toEqual(['E1'])
    await time(MINUTE)
    expect(broker.cancelled).toEqual(['E1', 'E1'])
  })
})

describe('an order that the broker', () => {
  it('refuses is told as rejected with what it said', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    quote(100_00)
    broker.placement = { kind: 'refused', code: 'AB4008', message: 'order tag too long' }
    dispatch.send(exit(), false)
    await time(0)
    expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'X1', reason: 'order tag too long (AB4008)' }])
  })

  it('that remembers has taken is told with its id there and its limit', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    broker.isLasting = true
    quote(100_00)
    dispatch.send(entry(), false)
    await time(0)
    expect(reported).toEqual([
      { type: 'placed', clientOrderId: 'E1', at: NOW, known: { brokerOrderId: 'b1', exchangeOrderId: null, limit: 100_55 } },
    ])
  })

  it('was too busy for is sent again a second later, an exit until it is taken', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    quote(100_00)
    broker.placement = { kind: 'busy' }
    dispatch.send(exit(), false)
    await time(0)
    await time(SECOND - 1)
    expect(broker.placed).toHaveLength(1)
    for (let i = 0; i < 90; i++) await time(SECOND)
    expect(broker.placed.length).toBeGreaterThan(80)
    broker.placement = { kind: 'accepted', brokerOrderId: 'b1' }
    await time(SECOND)
    const sent = broker.placed.length
    for (let i = 0; i < 10; i++) await time(SECOND)
    expect([broker.placed.length, reported]).toEqual([sent, []])
  })

  it('was too busy for takes no turn from those behind it', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    broker.placement = { kind: 'busy' }
    for (let i = 0; i < 8; i++) dispatch.send(exit(`X${i}`), false)
    await time(0)
    broker.placement = { kind: 'accepted', brokerOrderId: 'b1' }
    for (let i = 8; i < 16; i++) dispatch.send(exit(`X${i}`), false)
    await time(0)
    expect(broker.placed).toHaveLength(16)
  })

  it('was too busy for is given up as an entry after its life, and when it is called back at once', async () => {
    const { broker, dispatch, quote, reported, time } = open()
    quote(100_00)
    broker.placement = { kind: 'busy' }
    dispatch.send(entry(), false)
    dispatch.send(exit(), false)
    await time(0)
    dispatch.cancel('X1', 'of a test')
    for (let i = 0; i < 70; i++) await time(SECOND)
    expect(reported).toMatchObject([
      { type: 'cancelled', clientOrderId: 'X1', reason: 'of a test' },
      { type: 'cancelled', clientOrderId: 'E1', reason: 'not filled in time' },
    ])
  })

  it('was too busy to call back or to reprice is called back and repriced when it is not', async () => {
    const { broker, dispatch, quote, time } = open()
    quote(100_00)
    for (const id of ['X1', 'X2']) dispatch.send(exit(id), false)
    await time(0)
    broker.answer = { kind: 'busy' }
    dispatch.cancel('X1', 'of a test')
    quote(80_00)
    for (let i = 0; i < 4; i++) await time(SECOND)
    broker.answer = { kind: 'accepted' }
    for (let i = 0; i < 10; i++) await time(SECOND)
    expect(broker.cancelled.length).toBeGreaterThanOrEqual(4)
    expect(broker.changes.map(({ clientOrderId }) => clientOrderId)).toEqual(['X2', 'X2'])
    dispatch.forget('X1')
    const asked = broker.cancelled.length
    for (let i = 0; i < 10; i++) await time(SECOND)
    expect(broker.cancelled).toHaveLength(asked)
  })

  const inBook = (state: BrokerOrder['state']): BrokerOrder => ({
    ...{ clientOrderId: 'X1', brokerOrderId: 'b1', exchangeOrderId: '11', contract, side: 'SELL', product: 'INTRADAY', quantity: 65 },
    ...{ filledQuantity: 0, pricing: { kind: 'LIMIT', limit: quoteOf(contract, NOW, 99_50).lastPrice }, state, reason: null },
  })

  async function lost() {
    const opened = open()
    opened.quote(100_00)
    opened.broker.placement = { kind: 'unknown', reason: 'timed out', doubt: 'unanswered' }
    opened.dispatch.send(exit(), false)
    await opened.time(0)
    expect(opened.reported).toMatchObject([{ type: 'unknown', clientOrderId: 'X1' }])
    return opened
  }

  it('gave no answer about is looked for, and told of as the book has it when it appears a minute and a half later', async () => {
    const { broker, reported, time } = await lost()
    for (let i = 0; i < 90; i++) await time(SECOND)
    expect(reported).toHaveLength(1)
    broker.book = [inBook('FILLED')]
    broker.trades = [{ ...inBook('FILLED'), fillId: 'f1', price: quoteOf(contract, NOW, 99_95).lastPrice, at: NOW + 30 * SECOND }]
    for (let i = 0; i < 5; i++) await time(SECOND)
    expect(reported.slice(1)).toMatchObject([
      { type: 'accepted', known: { brokerOrderId: 'b1', exchangeOrderId: '11', limit: 99_50 } },
      { type: 'filled', fillId: 'f1', quantity: 65, price: 99_95, at: NOW + 30 * SECOND },
    ])
    expect(broker.placed).toHaveLength(1)
  })

  it('never got is given up after two minutes of looking, and never sent again', async () => {
    const { broker, reported, time } = await lost()
    for (let i = 0; i < 119; i++) await time(SECOND)
    expect(reported).toHaveLength(1)
    for (let i = 0; i < 5; i++) await time(SECOND)
    expect(reported.slice(1)).toMatchObject([{ type: 'rejected', reason: 'it never reached the broker' }])
    expect(broker.looks).toBeGreaterThanOrEqual(3)
    expect(broker.placed).toHaveLength(1)
  })

  it('gave no answer about and then told of is not given up, however long its book lacks it', async () => {
    const { lost: orders, reported, time } = await lost()
    orders.heardOf('X1')
    for (let i = 0; i < 200; i++) await time(SECOND)
    expect(reported).toHaveLength(1)
  })

  it('gave no answer about is called back when it is found, and then only', async () => {
    const { broker, dispatch, time } = await lost()
    dispatch.cancel('X1', 'of a test')
    await time(10 * SECOND)
    expect(broker.cancelled).toEqual([])
    broker.book = [inBook('OPEN')]
    await time(10 * SECOND)
    expect(broker.cancelled).toEqual(['X1'])
  })

  it('may have had before a restart is looked for when the broker remembers, and placed again when it does not', async () => {
    const remembering = open()
    remembering.broker.isLasting = true
    remembering.broker.held = 65
    remembering.quote(100_00)
    remembering.dispatch.send(exit(), true)
    await remembering.time(10 * SECOND)
    expect([remembering.broker.placed.length, remembering.broker.looks]).toEqual([0, 1])
    const forgetful = open()
    forgetful.quote(100_00)
    forgetful.dispatch.send(exit(), true)
    expect(limits(forgetful.broker)).toEqual([99_50])
  })
})

describe('an entry on a broker that remembers', () => {
  async function sent(script: (broker: ScriptedBroker) => void = () => undefined) {
    const opened = open()
    opened.broker.isLasting = true
    script(opened.broker)
    opened.quote(100_00)
    opened.dispatch.send(entry(), false)
    await opened.time(0)
    return opened
  }

  it('is not sent when its margin is not there, and says both amounts', async () => {
    const { broker, reported } = await sent((script) => {
      ;[script.needed, script.available] = [paise(7_000_00), paise(6_999_99)]
    })
    expect(broker.placed).toEqual([])
    expect(reported).toMatchObject([{ type: 'rejected', reason: 'the broker asks for ₹7,000 and the account has ₹6,999.99' }])
  })

  it('is not sent when nobody says what the account may spend', async () => {
    const { broker, reported } = await sent((script) => (script.funds = () => Promise.reject(new Error('away'))))
    expect([broker.placed, reported]).toMatchObject([[], [{ type: 'rejected', reason: 'the available funds of the account are unknown' }]])
  })

  it('shares one answer about funds with the others that wait, and none counts on the money of another', async () => {
    const { broker, dispatch, reported, time } = await sent((script) => {
      ;[script.needed, script.available] = [paise(40_00), paise(100_00)]
    })
    for (const id of ['E2', 'E3']) dispatch.send(entryOrder({ id, clientOrderId: id, quantity: 65, status: 'INTENT' }), false)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1', 'E2'])
    expect(reported.at(-1)).toMatchObject({ clientOrderId: 'E3', reason: 'the broker asks for ₹40 and the account has ₹20' })
  })

  it.each([
    { closed: 'a bought leg', side: 'SELL', hasSold: false, asked: 1 },
    { closed: 'a bought leg beside a sold one, which it may hedge', side: 'SELL', hasSold: true, asked: 2 },
    { closed: 'a sold leg', side: 'BUY', hasSold: true, asked: 2 },
  ] as const)('after $closed is closed goes by $asked answer(s) about funds', async ({ side, hasSold, asked }) => {
    const { broker, dispatch, left, time } = await sent((script) => (script.held = 65))
    left.hasSold = hasSold
    dispatch.send(exitOrder('X1', 'X1', { side, quantity: 65, status: 'INTENT' }), false)
    dispatch.onUpdate({ type: 'filled', clientOrderId: 'X1', at: NOW, fillId: 'f1', quantity: 65, price: paise(99_00), filledInAll: 65 })
    dispatch.send(entryOrder({ id: 'E2', clientOrderId: 'E2', quantity: 65, status: 'INTENT' }), false)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toContain('E2')
    expect(broker.fundsAsked).toBe(asked)
  })

  it('of a sold leg needs what it adds to the margin of its position: what hedges it and what was sold before count', async () => {
    const { broker, dispatch, beside, quote, reported, time } = open()
    broker.isLasting = true
    broker.available = paise(60_000_00)
    const asked: string[][] = []
    // A hedged unit sold takes 20,000, a second one beside it 5,000 more; without a hedge each takes a lakh.
    broker.marginOf = (basket) => {
      asked.push(basket.map(({ side }) => side))
      const sold = basket.filter(({ side }) => side === 'SELL').length
      const isHedged = basket.some(({ side }) => side === 'BUY')
      return paise(sold === 0 ? 700_00 : isHedged ? 15_000_00 + 5_000_00 * sold : 1_00_000_00 * sold)
    }
    beside.push({ contract, side: 'BUY', quantity: 65, pricing: { kind: 'LIMIT', limit: paise(10_00) } })
    quote(100_00)
    for (const id of ['E1', 'E2']) dispatch.send(entryOrder({ id, clientOrderId: id, side: 'SELL', quantity: 65, status: 'INTENT' }), false)
    await time(0)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1', 'E2'])
    expect(asked).toEqual([
      ['BUY', 'SELL'],
      ['BUY', 'SELL', 'SELL'],
      ['BUY', 'SELL'],
    ])
    // 25,000 are taken.
    broker.available = paise(30_000_00)
    beside.length = 0
    dispatch.send(entryOrder({ id: 'E3', clientOrderId: 'E3', tradeId: 'other', side: 'SELL', quantity: 65, status: 'INTENT' }), false)
    await time(0)
    expect(reported.at(-1)).toMatchObject({ clientOrderId: 'E3', type: 'rejected' })
  })

  it('leaves its money to the next when the broker refuses it, or the exchange', async () => {
    const { broker, dispatch, time } = await sent((script) => {
      ;[script.needed, script.available] = [paise(60_00), paise(100_00)]
      script.placement = { kind: 'refused', code: null, message: 'no' }
    })
    broker.placement = { kind: 'accepted', brokerOrderId: 'b2' }
    for (const id of ['E2', 'E3']) {
      dispatch.send(entryOrder({ id, clientOrderId: id, quantity: 65, status: 'INTENT' }), false)
      await time(0)
      dispatch.onUpdate({ type: 'rejected', clientOrderId: id, at: NOW, reason: 'no' })
    }
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1', 'E2', 'E3'])
  })

  it('is not sent when nobody says what the account holds, and takes no money then', async () => {
    const { broker, dispatch, reported, time } = await sent((script) => {
      ;[script.needed, script.available] = [paise(60_00), paise(100_00)]
      script.positions = () => Promise.reject(new Error('away'))
    })
    expect([broker.placed, reported]).toMatchObject([[], [{ type: 'rejected', reason: 'the holdings of the account are unknown' }]])
    broker.positions = () => Promise.resolve([])
    dispatch.send(entryOrder({ id: 'E2', clientOrderId: 'E2', quantity: 65, status: 'INTENT' }), false)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E2'])
  })

  it('is not sent when another trade of the account has the other side of its option, or opens it at the same moment', async () => {
    const { broker, dispatch, left, quote, reported, time } = open()
    broker.isLasting = true
    quote(100_00)
    const entryOf = (id: string, side: 'BUY' | 'SELL') =>
      entryOrder({ id, clientOrderId: id, tradeId: `trade of ${id}`, legId: `leg of ${id}`, side, quantity: 65, status: 'INTENT' })
    left.legs = [openLegOf({ contract, side: 'SELL' })]
    broker.held = -65
    dispatch.send(entryOf('E1', 'BUY'), false)
    await time(0)
    expect([broker.placed, reported]).toMatchObject([
      [],
      [
        {
          type: 'rejected',
          reason: `your account has sold ${contract.tradingSymbol} (units: 65 in another trade), and this would buy it back`,
        },
      ],
    ])
    ;[left.legs, broker.held] = [[], 0]
    dispatch.send(entryOf('E2', 'BUY'), false)
    dispatch.send(entryOf('E3', 'SELL'), false)
    await time(0)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E2'])
    expect(reported.at(-1)).toMatchObject({
      clientOrderId: 'E3',
      reason: `your account holds ${contract.tradingSymbol} (units: 65 in another trade), and this would sell it`,
    })
  })

  it('is not sent while it is not known what became of another order of the account', async () => {
    const { broker, dispatch, reported, time } = await sent(
      (script) => (script.placement = { kind: 'unknown', reason: 'no answer', doubt: 'unanswered' }),
    )
    dispatch.send(entryOrder({ id: 'o2', clientOrderId: 'E2', quantity: 65, status: 'INTENT' }), false)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1'])
    expect(reported.at(-1)).toMatchObject({ clientOrderId: 'E2', reason: 'the broker has not yet confirmed another order' })
  })

  it('is not sent while it is not known what became of a protective stop of its user', async () => {
    const { broker, dispatch, lost, quote, reported, time } = open()
    broker.isLasting = true
    lost.watch('S1', { userId: 'u', mode: 'PAPER' }, NOW)
    quote(100_00)
    dispatch.send(entry(), false)
    await time(0)
    expect(broker.placed).toEqual([])
    expect(reported).toMatchObject([{ type: 'rejected', reason: 'the broker has not yet confirmed another order' }])
  })

  it('follows the market while it waits, and costs no more than was set aside at its first limit', async () => {
    const { broker, quote, time } = await sent()
    quote(102_00)
    await time(3 * SECOND)
    quote(120_00)
    await time(3 * SECOND)
    expect(limits(broker)).toEqual([100_55])
    expect(broker.changes.map(({ pricing }) => pricing.limit)).toEqual([102_55, 105_55])
  })
})

describe('an exit of a leg for which a stop rests', () => {
  async function closing(at: number | null = 100_00) {
    const opened = open()
    opened.broker.isLasting = true
    opened.broker.held = 65
    opened.stop.rests = { clientOrderId: 'S1', quantity: 65, changes: 0 }
    if (at !== null) opened.quote(at)
    opened.dispatch.send(exit(), false)
    await opened.time(0)
    return opened
  }

  it('is that stop, changed into a limit order: no other order is sent, nothing is cancelled and no book is read', async () => {
    const { broker, dispatch, protection } = await closing()
    expect(broker.changes).toEqual([{ clientOrderId: 'S1', pricing: { kind: 'LIMIT', limit: 99_50 }, quantity: 65 }])
    expect([broker.placed, broker.cancelled, broker.looks, protection.withdrawn]).toEqual([[], [], 0, []])
    expect([dispatch.find('X1'), dispatch.find('S1')]).toMatchObject([null, { id: 'X1', clientOrderId: 'S1' }])
  })

  it('follows the market from then on', async () => {
    const { broker, dispatch, quote, time } = await closing()
    dispatch.onUpdate({ type: 'modified', clientOrderId: 'S1', at: NOW })
    quote(90_00)
    await time(2 * SECOND)
    expect(broker.changes).toHaveLength(1)
    await time(SECOND)
    expect(broker.changes.map(({ pricing }) => pricing.limit)).toEqual([99_50, 89_55])
  })

  it('leaves the stop as it is until there is a quote', async () => {
    const { broker, quote, time } = await closing(null)
    await time(MINUTE)
    expect(broker.changes).toEqual([])
    quote(100_00)
    await time(0)
    expect(broker.changes).toHaveLength(1)
  })

  it.each([{ kind: 'unknown', reason: 'no answer' } as const, { kind: 'busy' } as const])(
    'is changed again soon when the answer is $kind',
    async (answer) => {
      const { broker, time } = await closing()
      broker.answer = answer
      await time(3 * SECOND)
      expect(broker.changes).toHaveLength(2)
      await time(500)
      expect(broker.changes).toHaveLength(3)
      expect(broker.cancelled).toEqual([])
    },
  )

  it('makes way for an order of its own when the broker twice does not let it become one', async () => {
    const { broker, dispatch, time } = await closing()
    dispatch.onUpdate({ type: 'unchanged', clientOrderId: 'S1', at: NOW })
    await time(500)
    expect([broker.changes.length, broker.cancelled]).toEqual([2, []])
    dispatch.onUpdate({ type: 'unchanged', clientOrderId: 'S1', at: NOW })
    await time(0)
    expect(broker.cancelled).toEqual(['S1'])
  })

  it('is changed again as long as the broker does not answer: what it has not taken it has not refused', async () => {
    const { broker, dispatch, time } = await closing()
    broker.answer = { kind: 'unknown', reason: 'no answer' }
    for (let change = 0; change < 5; change++) {
      await time(500)
      dispatch.onUpdate({ type: 'unchanged', clientOrderId: 'S1', at: NOW })
    }
    expect([broker.changes.length > 3, broker.cancelled]).toEqual([true, []])
  })

  it('is changed again when an earlier change of the stop came after it', async () => {
    const { broker, dispatch, time } = await closing()
    dispatch.onUpdate({ type: 'modified', clientOrderId: 'S1', at: NOW })
    const pricing = { kind: 'STOPLOSS_LIMIT', trigger: paise(90_00), limit: paise(87_00) } as const
    dispatch.onUpdate({ type: 'modified', clientOrderId: 'S1', at: NOW, terms: { pricing, quantity: 65 } })
    await time(500)
    expect(broker.changes).toHaveLength(2)
  })

  it('makes way for an order of its own when it was changed as often as the broker allows', async () => {
    const { broker, quote, time } = await closing()
    broker.allowed = { stopIntoLimit: true, most: 2 }
    for (const price of [98_00, 96_00]) {
      quote(price)
      await time(3 * SECOND)
    }
    expect([broker.changes.length, broker.cancelled]).toEqual([2, ['S1']])
  })

  it('is an order of its own when the books have the stop as over or as traded', async () => {
    const opened = open()
    opened.broker.isLasting = true
    opened.broker.held = 65
    opened.stop.rests = { clientOrderId: 'S1', quantity: 65, changes: 0 }
    opened.stop.isOver = true
    opened.quote(100_00)
    opened.dispatch.send(exit(), false)
    await opened.time(0)
    expect([opened.broker.placed.length, opened.broker.changes, opened.protection.withdrawn]).toEqual([1, [], ['X1']])
  })

  it('that is called back before the books have it as the stop cancels the stop', async () => {
    const opened = open()
    opened.broker.isLasting = true
    opened.stop.rests = { clientOrderId: 'S1', quantity: 65, changes: 0 }
    opened.quote(100_00)
    opened.dispatch.send(exit(), false)
    opened.dispatch.cancel('X1', 'its leg is closed')
    await opened.time(0)
    expect([opened.broker.changes, opened.broker.cancelled]).toEqual([[], ['S1']])
  })

  it('is changed in the first second after a restart, when the book has it as a stop still', async () => {
    const { broker, dispatch, quote, time } = open()
    broker.isLasting = true
    quote(100_00)
    const pricing = { kind: 'STOPLOSS_LIMIT', trigger: paise(88_00), limit: paise(85_40) } as const
    const core = { brokerOrderId: 'b', exchangeOrderId: null, contract, side: 'SELL', product: 'INTRADAY', quantity: 65 } as const
    broker.book = [{ ...core, clientOrderId: 'S1', filledQuantity: 0, pricing, state: 'TRIGGER_PENDING', reason: null }]
    dispatch.send(exit('S1'), true)
    await time(SECOND)
    await time(0)
    expect(broker.changes).toMatchObject([{ clientOrderId: 'S1', pricing: { kind: 'LIMIT' } }])
  })
})

describe('a live exit whose quote is older than three seconds', () => {
  /** The calls for quotes that wait for their answers. */
  function asking(at = 100_00) {
    const calls: { readonly tokens: readonly string[]; answer(lastPrice: number, quotedAt?: number): void; fail(): void }[] = []
    const fetch = (keys: readonly InstrumentKey[]) =>
      new Promise<readonly Tick[]>((resolve, reject) =>
        calls.push({
          tokens: keys.map(({ token }) => token),
          answer: (lastPrice, quotedAt = NOW) => resolve(keys.map((key) => ({ ...quoteOf(contract, quotedAt, lastPrice), ...key }))),
          fail: () => reject(new Error('no answer')),
        }),
      )
    const errors: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
    const opened = open(new LiveExitQuotes({ fetch, log }, NOW))
    opened.broker.isLasting = true
    opened.broker.held = 65
    opened.quote(at)
    return { ...opened, calls, errors, limitsNow: () => opened.broker.changes.map(({ pricing }) => pricing.limit) }
  }
  const RESTING: TakenStop = { clientOrderId: 'S1', quantity: 65, changes: 0 }

  it('leaves the stop as it is until the quote asked for is there, and changes it at that price', async () => {
    const { broker, stop, dispatch, time, calls, limitsNow } = asking()
    stop.rests = RESTING
    await time(3 * SECOND + 1)
    dispatch.send(exit(), false)
    await time(2 * SECOND)
    expect([calls.map(({ tokens }) => tokens), broker.changes, broker.cancelled]).toEqual([[[contract.token]], [], []])
    calls[0]!.answer(80_00)
    await time(0)
    expect([limitsNow(), broker.placed, calls.length]).toEqual([[79_60], [], 1])
  })

  it('waits without a stop too, and goes by a quote of the feed when that is first', async () => {
    const { broker, dispatch, quote, time, calls } = asking()
    await time(3 * SECOND + 1)
    dispatch.send(exit(), false)
    await time(SECOND)
    expect([calls.length, broker.placed]).toEqual([1, []])
    quote(80_00)
    await time(0)
    expect(limits(broker)).toEqual([79_60])
  })

  it('goes at once by one of three seconds', async () => {
    const { broker, dispatch, time, calls } = asking()
    await time(3 * SECOND)
    dispatch.send(exit(), false)
    await time(0)
    expect([limits(broker), calls]).toEqual([[99_50], []])
  })

  it('goes by the old quote after ten seconds without an answer, which is logged once however many go', async () => {
    const { broker, stop, dispatch, time, calls, errors, limitsNow } = asking()
    stop.rests = RESTING
    await time(MINUTE)
    dispatch.send(exit(), false)
    dispatch.send(exit('X2'), false)
    for (let second = 1; second < 10; second++) {
      await time(SECOND)
      calls.at(-1)!.fail()
    }
    expect([broker.changes, errors]).toEqual([[], []])
    await time(SECOND)
    expect(limitsNow()).toEqual([99_50, 99_50])
    expect(errors.map((line): unknown => JSON.parse(line))).toMatchObject([
      { contract: contract.tradingSymbol, ageMs: 70 * SECOND, err: { message: 'no answer' } },
    ])
  })

  it('does not hang on a call that never ends', async () => {
    const { broker, dispatch, time, calls } = asking()
    await time(MINUTE)
    dispatch.send(exit(), false)
    await time(10 * SECOND)
    await time(0)
    expect([limits(broker), calls.length]).toEqual([[99_50], 1])
  })

  it('shares one call with all that wait, of whatever contract', async () => {
    const { broker, dispatch, time, calls } = asking()
    const others = Array.from({ length: 5 }, (_, i) => contractOf('NIFTY', 24_600 + 100 * i, 'CE'))
    for (const other of others) dispatch.onTick(quoteOf(other, NOW, 100_00))
    await time(3 * SECOND + 1)
    for (const [i, other] of others.entries()) {
      dispatch.send(exitOrder(`X${i}`, `X${i}`, { quantity: 65, status: 'INTENT', contract: other }), false)
      dispatch.send(exitOrder(`Y${i}`, `Y${i}`, { quantity: 65, status: 'INTENT', contract: other }), false)
    }
    await time(0)
    expect(calls.map(({ tokens }) => tokens)).toEqual([others.map(({ token }) => token)])
    calls[0]!.answer(80_00)
    await time(0)
    await time(MINUTE)
    expect([calls.length, broker.cancelled]).toEqual([1, []])
  })

  it('is not priced by an answer of another day', async () => {
    const { broker, dispatch, time, calls } = asking()
    await time(DAY)
    dispatch.send(exit(), false)
    await time(SECOND)
    calls[0]!.answer(80_00, NOW)
    await time(SECOND)
    await time(SECOND)
    expect(broker.placed).toEqual([])
    calls[1]!.answer(70_00, NOW + DAY)
    await time(0)
    expect(limits(broker)).toEqual([69_65])
  })

  it('is called back while it waits like one that waits for its turn', async () => {
    const { broker, dispatch, reported, time, calls } = asking()
    await time(MINUTE)
    dispatch.send(exit(), false)
    dispatch.cancel('X1', 'of a test')
    await time(0)
    calls[0]!.answer(80_00)
    await time(SECOND)
    expect([broker.placed, reported]).toMatchObject([[], [{ type: 'cancelled', clientOrderId: 'X1' }]])
  })

  it('is asked for at the broker too, before the exit is priced again', async () => {
    const { broker, stop, dispatch, time, calls, limitsNow } = asking()
    stop.rests = RESTING
    dispatch.send(exit(), false)
    await time(0)
    dispatch.onUpdate({ type: 'modified', clientOrderId: 'S1', at: NOW })
    await time(3 * SECOND + 1)
    expect([calls.length, broker.changes.length]).toEqual([1, 1])
    calls[0]!.answer(80_00)
    await time(0)
    await time(0)
    expect(limitsNow()).toEqual([99_50, 79_60])
  })

  it('asks for nothing on paper, nor for an entry', async () => {
    const { broker, dispatch, time, calls } = asking()
    await time(MINUTE)
    dispatch.send(entry(), false)
    broker.isLasting = false
    dispatch.send(exit(), false)
    await time(SECOND)
    expect([broker.placed.length, calls]).toEqual([2, []])
  })
})

describe('an exit on a broker that remembers', () => {
  async function holding(held: number) {
    const opened = open()
    opened.broker.isLasting = true
    opened.broker.held = held
    opened.quote(100_00)
    return opened
  }
  const waiting = (clientOrderId: string, quantity: number, filledQuantity = 0): BrokerOrder => ({
    ...{ clientOrderId, brokerOrderId: clientOrderId, exchangeOrderId: null, contract, side: 'SELL', product: 'INTRADAY', quantity },
    ...{ filledQuantity, pricing: { kind: 'LIMIT', limit: paise(99_50) }, state: 'OPEN', reason: null },
  })

  it('sells what the account holds, and no more than that: its intent is made smaller first', async () => {
    const { broker, dispatch, shrunk, time } = await holding(65)
    dispatch.send(exit('X1', 195), false)
    await time(0)
    expect([broker.placed.map(({ quantity }) => quantity), shrunk]).toEqual([[65], [65]])
  })

  it('sells no more than its own leg has open, though the account holds more of the contract', async () => {
    const { broker, dispatch, left, shrunk, time } = await holding(260)
    left.legs = [openLegOf({ contract }), openLegOf({ id: 'other', contract, quantity: 195 })]
    dispatch.send(exit('X1', 130), false)
    await time(0)
    expect([broker.placed.map(({ quantity }) => quantity), shrunk]).toEqual([[65], [65]])
  })

  it('leaves what other sales of ours are still to sell, and not what its owner has resting by hand', async () => {
    const { broker, dispatch, time } = await holding(260)
    broker.book = [waiting(tagOf('X', '0198'), 195, 65), waiting('by hand', 195)]
    dispatch.send(exit('X1', 195), false)
    await time(0)
    expect(broker.placed.map(({ quantity }) => quantity)).toEqual([130])
  })

  it('does not count on units that a sale sent at the same moment sells', async () => {
    const { broker, dispatch, doubted, reported, time } = await holding(130)
    for (const id of ['X1', 'X2', 'X3']) dispatch.send(exit(id, 65), false)
    await time(0)
    await time(0)
    expect(broker.placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['X1', 'X2'])
    expect(reported.filter(({ type }) => type !== 'placed')).toMatchObject([
      { type: 'rejected', clientOrderId: 'X3', reason: 'your account holds none of it beyond what is being closed' },
    ])
    // Its leg gets no stop before its units have been counted.
    expect(doubted).toEqual(['X3'])
  })

  it('shares one look at the books with all that wait, and waits for no entry', async () => {
    const { broker, dispatch, time } = await holding(260)
    broker.funds = () => new Promise(() => undefined)
    dispatch.send(entry(), false)
    for (const id of ['X1', 'X2', 'X3']) dispatch.send(exit(id, 65), false)
    await time(0)
    // One look is the entry's own.
    expect([broker.placed.map(({ clientOrderId }) => clientOrderId), broker.looks]).toEqual([['X1', 'X2', 'X3'], 2])
  })

  it('that comes while the books are read is held against the next look: what was filled meanwhile is not in this one', async () => {
    const { broker, dispatch, time } = await holding(65)
    const before = broker.positions()
    let answer = (): void => undefined
    broker.positions = () => new Promise((resolve) => (answer = () => resolve(before)))
    dispatch.send(exit('X1', 65), false)
    await time(0)
    dispatch.send(exit('X2', 65), false)
    await time(0)
    broker.positions = () => Promise.resolve([{ contract, product: 'INTRADAY', netQuantity: 130 }])
    answer()
    await time(0)
    await time(0)
    expect([broker.placed.map(({ clientOrderId }) => clientOrderId), broker.looks]).toEqual([['X1', 'X2'], 2])
  })

  it('is not sent when the books cannot be read, which is a failed exit; what protects its leg at the broker stays', async () => {
    const { broker, dispatch, reported, protection, time } = await holding(65)
    protection.is = true
    broker.positions = () => Promise.reject(new Error('away'))
    dispatch.send(exit(), false)
    await time(0)
    expect([broker.placed.length, reported]).toMatchObject([0, [{ type: 'rejected', reason: 'the holdings of the account are unknown' }]])
    expect(protection.withdrawn).toEqual([])
  })

  it('of a leg of which the account holds nothing is not sent, and what would sell it at the broker is withdrawn', async () => {
    const { dispatch, doubted, protection, reported, time } = await holding(0)
    protection.is = true
    dispatch.send(exit(), false)
    await time(0)
    expect(reported).toMatchObject([{ type: 'rejected' }])
    expect([protection.withdrawn, doubted]).toEqual([['X1'], ['X1']])
  })

  it('that closes what was sold buys it back, no more than is short and no waiting order of ours buys', async () => {
    const { broker, dispatch, left, time } = await holding(-195)
    left.legs = [openLegOf({ contract, side: 'SELL', quantity: 195 })]
    broker.book = [{ ...waiting(tagOf('S', '0198'), 65), side: 'BUY' }, waiting(tagOf('S', '0199'), 65)]
    dispatch.send(exitOrder('X1', 'X1', { quantity: 195, side: 'BUY', status: 'INTENT' }), false)
    await time(0)
    expect(broker.placed.map(({ side, quantity }) => [side, quantity])).toEqual([['BUY', 130]])
  })

  it('that is called back while the account is looked at is not sent', async () => {
    const { broker, dispatch, reported, time } = await holding(65)
    dispatch.send(exit(), false)
    dispatch.cancel('X1', 'of a test')
    await time(0)
    expect([broker.placed.length, reported]).toMatchObject([0, [{ type: 'cancelled', reason: 'of a test' }]])
  })

  it('never takes a position through zero, whatever else is sold and however exits, fills and calls come together', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('exit' as const), lots: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('fill' as const), which: fc.nat({ max: 9 }), lots: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('sell by hand' as const), lots: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ do: fc.constant('wait' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), fc.array(step, { maxLength: 12 }), async (lots, steps) => {
        const { broker, dispatch, time } = await holding(lots * 65)
        broker.place = (order) => {
          broker.placed.push(order)
          broker.book = [...broker.book, waiting(order.clientOrderId, order.quantity)]
          return Promise.resolve(broker.placement)
        }
        const open = () => broker.book.filter(({ quantity, filledQuantity }) => filledQuantity < quantity)
        const unsold = () => open().reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
        for (const [i, each] of steps.entries()) {
          if (each.do === 'exit') dispatch.send(exit(`X${i}`, each.lots * 65), false)
          else if (each.do === 'wait') await time(SECOND)
          else if (each.do === 'sell by hand') {
            // Units promised to waiting sales cannot be sold again.
            await time(0)
            broker.held -= Math.min(each.lots * 65, broker.held - unsold())
          } else {
            const order = open()[each.which % Math.max(1, open().length)]
            if (!order) continue
            const units = Math.min(each.lots * 65, order.quantity - order.filledQuantity)
            broker.held -= units
            broker.book = broker.book.map((other) => (other === order ? { ...order, filledQuantity: order.filledQuantity + units } : other))
          }
          expect(broker.held).toBeGreaterThanOrEqual(0)
        }
        await time(10 * SECOND)
        expect(unsold()).toBeLessThanOrEqual(broker.held)
      }),
    )
  })
})
