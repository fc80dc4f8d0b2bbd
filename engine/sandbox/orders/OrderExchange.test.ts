import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { HOUR, istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { CLIENT, DATE, openExchange, option, termsOf } from '../testing/openExchange.ts'
import { STEP } from './OrderExchange.ts'
import { netUnits } from './positions.ts'

const close = istInstant(DATE, 15 * 60 + 30)

describe('an order', () => {
  it('is on its way when it is placed, open three steps later, and traded when it is within the market', () => {
    const desk = openExchange()
    const order = desk.place()
    expect(desk.order(order).status).toBe('put order req received')
    desk.pass(3 * STEP - 1)
    expect(desk.order(order).status).toBe('open pending')
    desk.pass(1)
    expect(desk.statuses(order)).toEqual(['put order req received', 'validation pending', 'open pending', 'open', 'complete'])
    expect(desk.book.positions(CLIENT).map(netUnits)).toEqual([65])
  })

  it('comes to the same however seldom time is looked at', () => {
    const [often, seldom] = [openExchange(), openExchange()].map((desk, position) => {
      const sale = () => desk.place({ side: 'SELL', price: paise(desk.touch().last + 5_00) })
      desk.place()
      desk.pass(SECOND)
      sale()
      const rounds = position === 0 ? 60 : 1
      for (let round = 0; round < rounds; round++) desk.pass((20 * MINUTE) / rounds)
      return desk.book.ordersAt(CLIENT, desk.time.now).map(({ status, filled }) => ({ status, filled }))
    })
    expect(often).toEqual(seldom)
  })

  it('rests when the market is away from it, and trades at its own limit when the market comes', () => {
    const desk = openExchange()
    const limit = paise(desk.touch().depth.buys[0]!.price - 1_00)
    const order = desk.place({ price: limit })
    desk.pass(SECOND)
    expect(desk.order(order)).toMatchObject({ status: 'open', filled: 0 })
    desk.until(close - MINUTE)
    const { status, filledValue, filled } = desk.order(order)
    expect(status).toBe('complete')
    expect(filledValue).toBe(limit * filled)
  })

  it('that takes more than the best level offers pays for the next ones', () => {
    const desk = openExchange()
    const { sells } = desk.touch().depth
    const order = desk.place({ quantity: Math.min(1_755, sells[0]!.quantity + 65), price: paise(sells.at(-1)!.price + 5_00) })
    desk.pass(SECOND)
    const fills = desk.book.fills(CLIENT).filter(({ orderId }) => orderId === order.orderId)
    expect(fills.length).toBeGreaterThan(1)
    expect(fills.reduce((sum, { units }) => sum + units, 0)).toBe(desk.order(order).filled)
  })

  it('with a trigger waits for it, then trades as a limit order', () => {
    const desk = openExchange()
    desk.place()
    desk.pass(SECOND)
    const { last } = desk.touch()
    const stop = desk.place({ side: 'SELL', orderType: 'STOPLOSS_LIMIT', triggerPrice: paise(last - 4_00), price: paise(last - 9_00) })
    desk.pass(SECOND)
    expect(desk.order(stop).status).toBe('trigger pending')
    desk.until(close - MINUTE)
    expect(desk.order(stop)).toMatchObject({ status: 'complete', triggered: true })
    expect(desk.statuses(stop).slice(-3)).toEqual(['trigger pending', 'open', 'complete'])
  })

  it('is rejected after its acknowledgement for its lot, tick, freeze quantity, price, funds or the hour', () => {
    const desk = openExchange()
    const { last } = desk.touch()
    const reasonOf = (changes: Parameters<typeof desk.place>[0]) => {
      const order = desk.place(changes)
      desk.pass(SECOND)
      expect(desk.order(order).status).toBe('rejected')
      return desk.order(order).text
    }
    expect(reasonOf({ quantity: 64 })).toMatch(/market lot 65/)
    expect(reasonOf({ quantity: 65 * 28 })).toMatch(/freeze quantity 1800/)
    expect(reasonOf({ price: paise(last + 2) })).toMatch(/tick size/)
    expect(reasonOf({ price: paise(last * 3) })).toMatch(/protection range/)
    expect(reasonOf({ side: 'SELL', quantity: 65 * 20, price: last })).toMatch(/Insufficient funds/)
    desk.until(close)
    expect(reasonOf({})).toMatch(/closed/)
  })
})

describe('a change of an order', () => {
  it('moves its price, after it was on its way', () => {
    const desk = openExchange()
    const low = paise(desk.touch().depth.buys.at(-1)!.price - 5_00)
    const order = desk.place({ price: low })
    desk.pass(SECOND)
    const change = { orderType: 'LIMIT', price: paise(low + 5), triggerPrice: paise(0), quantity: 65 } as const
    expect(desk.exchange.modify(order.orderId, change, desk.time.now).ok).toBe(true)
    desk.pass(SECOND)
    expect(desk.order(order)).toMatchObject({ status: 'modified', resting: 'open', price: low + 5 })
    expect(desk.statuses(order).slice(-3)).toEqual(['modify validation pending', 'modify pending', 'modified'])
  })

  it('that the exchange does not take leaves it as it was', () => {
    const desk = openExchange()
    const low = paise(desk.touch().depth.buys.at(-1)!.price - 5_00)
    const order = desk.place({ price: low })
    desk.pass(SECOND)
    desk.exchange.modify(order.orderId, { orderType: 'LIMIT', price: paise(low + 1), triggerPrice: paise(0), quantity: 65 }, desk.time.now)
    desk.pass(SECOND)
    expect(desk.order(order)).toMatchObject({ status: 'not modified', resting: 'open', price: low })
  })

  it('or its cancellation is refused once it is complete, and a cancelled one is not traded any more', () => {
    const desk = openExchange()
    const done = desk.place()
    const away = desk.place({ price: paise(desk.touch().depth.buys.at(-1)!.price - 5_00) })
    desk.pass(SECOND)
    expect(desk.exchange.cancel(done.orderId, desk.time.now)).toMatchObject({ ok: false })
    desk.exchange.cancel(away.orderId, desk.time.now)
    desk.until(close - MINUTE)
    expect(desk.order(away)).toMatchObject({ status: 'cancelled', cancelled: 65, filled: 0 })
    expect(desk.order(done).status).toBe('complete')
  })

  it('that crosses a trade on its way loses against it', () => {
    const desk = openExchange({ partialShare: () => 0 })
    const order = desk.place({ quantity: 650 })
    desk.pass(3 * STEP)
    expect(desk.order(order).filled).toBe(65)
    desk.exchange.cancel(order.orderId, desk.time.now)
    desk.pass(SECOND)
    const { status, filled, cancelled } = desk.order(order)
    expect({ status, whole: filled + cancelled }).toEqual({ status: 'cancelled', whole: 650 })
  })
})

describe('a day', () => {
  it('ends with what rests being cancelled and intraday positions sold, and the next begins with the others', () => {
    const desk = openExchange()
    desk.place()
    desk.place({ product: 'INTRADAY' })
    const resting = desk.place({ price: paise(1_00 + 0), quantity: 65, orderType: 'LIMIT' })
    desk.pass(SECOND)
    expect(desk.order(resting).status).toBe('rejected')
    const stop = desk.place({ side: 'SELL', orderType: 'STOPLOSS_LIMIT', triggerPrice: paise(5), price: paise(5) })
    desk.pass(SECOND)
    const cash = desk.book.cash(CLIENT)
    desk.until(close)
    expect(desk.order(stop)).toMatchObject({ status: 'cancelled', text: 'Order expired at the close' })
    const intraday = desk.book.positions(CLIENT).find(({ product }) => product === 'INTRADAY')!
    expect(netUnits(intraday)).toBe(0)
    expect(desk.book.cash(CLIENT)).toBeGreaterThan(cash)
    desk.until(istInstant('2026-11-23', 10 * 60))
    expect(desk.book.ordersAt(CLIENT, desk.time.now)).toEqual([])
    expect(desk.book.positions(CLIENT).map((position) => [position.carriedBuy.units, netUnits(position)])).toEqual([[65, 65]])
  })

  it('after the expiry begins with the settlement in cash', () => {
    const desk = openExchange()
    const deep = option(23_000)
    const { price } = desk.market.touchAt(deep, desk.time.now).depth.sells.at(-1)!
    desk.exchange.place(CLIENT, { ...termsOf(deep), price }, 'api', desk.time.now)
    desk.pass(SECOND)
    const cash = desk.book.cash(CLIENT)
    desk.until(istInstant('2026-11-25', 10 * 60))
    expect(desk.book.positions(CLIENT)).toEqual([])
    expect(desk.book.cash(CLIENT) - cash).toBe(65 * desk.market.settlement(deep))
    expect(desk.market.settlement(deep)).toBeGreaterThan(500_00)
  })
})

describe('funds', () => {
  it('are the deposit less what was bought, what is ordered, and the margin of what was sold', () => {
    const desk = openExchange()
    const before = desk.funds()
    expect(before.available).toBe(10_00_000_00)
    const sold = desk.place({ side: 'SELL' })
    desk.pass(SECOND)
    const short = desk.funds()
    expect(desk.order(sold).status).toBe('complete')
    const notional = 65 * 24_500_00
    expect((before.available - short.available) / notional).toBeGreaterThan(0.08)
    expect((before.available - short.available) / notional).toBeLessThan(0.2)
    desk.place()
    desk.pass(SECOND)
    expect(desk.funds()).toMatchObject({ span: 0, exposure: 0 })
  })

  it('need less margin for a sale with its hedge bought first', () => {
    const [naked, hedged] = [false, true].map((hedge) => {
      const desk = openExchange()
      if (hedge) {
        const wing = option(24_800)
        const { price } = desk.market.touchAt(wing, desk.time.now).depth.sells.at(-1)!
        desk.exchange.place(CLIENT, { ...termsOf(wing), price }, 'api', desk.time.now)
        desk.pass(SECOND)
      }
      desk.place({ side: 'SELL' })
      desk.pass(SECOND)
      return desk.funds()
    })
    expect(hedged!.span + hedged!.exposure).toBeLessThan((naked!.span + naked!.exposure) / 2)
  })

  it('are not taken twice for two orders that close the same position, but the second one opens a new one', () => {
    const desk = openExchange()
    desk.place()
    desk.pass(SECOND)
    const { last } = desk.touch()
    desk.place({ side: 'SELL', price: paise(last + 10_00) })
    desk.pass(SECOND)
    expect(desk.funds().exposure).toBe(0)
    desk.place({ side: 'SELL', price: paise(last + 10_00) })
    desk.pass(SECOND)
    expect(desk.funds().exposure).toBeGreaterThan(0)
  })
})

describe('time', () => {
  it('never goes back in the ledger, over days too', () => {
    const desk = openExchange()
    for (let day = 0; day < 4; day++) {
      desk.place()
      desk.pass(3 * HOUR)
    }
    desk.until(istInstant('2026-11-24', 11 * 60))
    const times = desk.ledger.entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(desk.ledger.entries.map(({ seq }) => seq)).toEqual(
      desk.ledger.entries.map((_, position) => desk.ledger.entries[0]!.seq + position),
    )
  })
})
