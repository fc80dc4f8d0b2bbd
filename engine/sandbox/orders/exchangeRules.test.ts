import { describe, expect, it } from 'vitest'
import { paise, type Paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { optionContract } from '../options/optionContract.ts'
import { instrumentOf, type OptionInstrument } from '../market/Instrument.ts'
import { CLIENT, DATE, openExchange, option, termsOf } from '../testing/openExchange.ts'
import type { OrderTerms } from './Order.ts'
import { netUnits } from './positions.ts'

type Desk = ReturnType<typeof openExchange>

const at = (minute: number) => istInstant(DATE, minute)
const noTrigger = paise(0)

/** A stop far from the market; for a sale below it, for a purchase above. */
const stop = (desk: Desk, changes: Partial<OrderTerms> & Pick<OrderTerms, 'side'>) => {
  const { last } = desk.touch()
  const price = changes.side === 'SELL' ? paise(last - 60_00) : paise(last + 60_00)
  return desk.place({ orderType: 'STOPLOSS_LIMIT', triggerPrice: price, price, ...changes })
}

describe('the broker’s square-off', () => {
  const from = '10:05'

  it.each([['RMS: auto square off'], ['']])('cancels what waits in intraday positions, with the text %o, and closes them', (text) => {
    const desk = openExchange()
    desk.faults.set({ name: 'squareOff', from, text })
    desk.place({ product: 'INTRADAY' })
    desk.place()
    desk.pass(SECOND)
    const [waiting, kept] = [stop(desk, { side: 'SELL', product: 'INTRADAY' }), stop(desk, { side: 'SELL' })]
    desk.until(at(605) - 1)
    expect(desk.order(waiting).status).toBe('trigger pending')
    desk.until(at(605))
    expect(desk.order(waiting)).toMatchObject({ status: 'cancelled', text, cancelled: 65 })
    expect(desk.order(kept).status).toBe('trigger pending')
    const held = desk.book.positions(CLIENT).map((position) => [position.product, netUnits(position)])
    expect(held).toEqual([
      ['INTRADAY', 0],
      ['CARRYFORWARD', 65],
    ])
    const last = desk.book.ordersAt(CLIENT, desk.time.now).at(-1)
    expect(last).toMatchObject({ via: 'broker', side: 'SELL', orderType: 'MARKET', product: 'INTRADAY', tag: '', status: 'complete' })
  })

  it('comes to the same however seldom time is looked at, and closes what is opened later', () => {
    const held = [1, 60].map((rounds) => {
      const desk = openExchange()
      desk.faults.set({ name: 'squareOff', from })
      desk.place({ product: 'INTRADAY', side: 'SELL' })
      desk.pass(SECOND)
      for (let round = 0; round < rounds; round++) desk.pass((10 * MINUTE) / rounds)
      desk.place({ product: 'INTRADAY' })
      desk.pass(10 * SECOND)
      return desk.book.fills(CLIENT).map(({ side, units, price }) => ({ side, units, price }))
    })
    expect(held[0]).toEqual(held[1])
    expect(held[0]!.map(({ side }) => side)).toEqual(['SELL', 'BUY', 'BUY', 'SELL'])
  })
})

describe('an order that would trade with another one of its client', () => {
  const text = 'Order rejected: the order could have resulted in self trade (17071)'
  /** Rests a sale above the market; a purchase at its price would trade with it. */
  function openResting() {
    const desk = openExchange()
    const price = paise(desk.touch().last + 20_00)
    const sale = desk.place({ side: 'SELL', price })
    desk.pass(SECOND)
    expect(desk.order(sale).status).toBe('open')
    return { desk, sale, price }
  }

  it('is rejected by the exchange; below it, or of somebody else, it is taken', () => {
    const { desk, sale, price } = openResting()
    desk.faults.set({ name: 'selfTrade' })
    const [own, below, foreign] = [desk.place({ price }), desk.place({ price: paise(price - 5) }), desk.place({ price }, 'S2')]
    desk.pass(SECOND)
    expect(desk.order(own)).toMatchObject({ status: 'rejected', text, filled: 0 })
    expect([below, foreign].map((order) => desk.order(order).status)).toEqual(['complete', 'complete'])
    expect(desk.order(sale).status).toBe('open')
  })

  it('is cancelled when a change or its trigger brings it there', () => {
    const { desk, price } = openResting()
    desk.faults.set({ name: 'selfTrade' })
    const low = desk.place({ price: paise(desk.touch().last - 20_00) })
    const trigger = desk.touch().last
    const triggered = desk.place({ orderType: 'STOPLOSS_LIMIT', triggerPrice: trigger, price })
    desk.pass(SECOND)
    desk.exchange.modify(low.orderId, { orderType: 'LIMIT', price, triggerPrice: noTrigger, quantity: 65 }, desk.time.now)
    desk.until(at(700))
    for (const order of [low, triggered]) expect(desk.order(order)).toMatchObject({ status: 'cancelled', text, filled: 0, cancelled: 65 })
  })

  it('is taken while the fault is off', () => {
    const { desk, price } = openResting()
    const own = desk.place({ price })
    desk.pass(SECOND)
    expect(desk.order(own).status).toBe('complete')
  })
})

describe('a halt', () => {
  it('keeps orders waiting, stops from their triggers, and ends', () => {
    const desk = openExchange()
    desk.place()
    desk.pass(SECOND)
    const sell = desk.place({ side: 'SELL', orderType: 'STOPLOSS_LIMIT', triggerPrice: paise(1_00), price: paise(1_00) })
    desk.pass(SECOND)
    desk.faults.set({ name: 'halt', indices: ['NIFTY'] })
    const { last } = desk.touch()
    const change = { orderType: 'STOPLOSS_LIMIT', triggerPrice: last, price: paise(last - 20_00), quantity: 65 } as const
    desk.exchange.modify(sell.orderId, change, desk.time.now)
    const buy = desk.place()
    const withdrawn = desk.place()
    desk.pass(SECOND)
    desk.exchange.cancel(withdrawn.orderId, desk.time.now)
    desk.until(at(720))
    expect(desk.order(buy)).toMatchObject({ status: 'open', filled: 0 })
    expect(desk.order(sell)).toMatchObject({ status: 'modified', resting: 'trigger pending', triggered: false })
    expect(desk.order(withdrawn).status).toBe('cancelled')
    desk.faults.clear('halt')
    desk.until(at(15 * 60))
    expect(desk.order(sell)).toMatchObject({ triggered: true })
    expect(desk.order(buy).filled).toBe(65)
  })

  it('refuses orders and changes if wanted, of the contracts that it names', () => {
    const desk = openExchange()
    const low = desk.place({ price: paise(desk.touch().last - 20_00) })
    desk.pass(SECOND)
    desk.faults.set({ name: 'halt', tokens: [desk.call.token], orders: 'refused', text: 'halted' })
    const change = { orderType: 'LIMIT', price: paise(desk.touch().last), triggerPrice: noTrigger, quantity: 65 } as const
    desk.exchange.modify(low.orderId, change, desk.time.now)
    const [refused, other] = [desk.place(), placeAtMarket(desk, option(24_600))]
    desk.pass(SECOND)
    expect(desk.order(refused)).toMatchObject({ status: 'rejected', text: 'halted' })
    expect(desk.order(low)).toMatchObject({ status: 'not modified', resting: 'open', text: 'halted' })
    expect(desk.order(other).status).toBe('complete')
  })

  it('leaves nothing intraday open over night', () => {
    const desk = openExchange()
    desk.place({ product: 'INTRADAY' })
    desk.pass(SECOND)
    desk.faults.set({ name: 'halt' })
    desk.faults.set({ name: 'squareOff', from: '15:15' })
    desk.until(at(15 * 60 + 29))
    expect(desk.book.positions(CLIENT).map(netUnits)).toEqual([65])
    expect(desk.book.live()).toHaveLength(1)
    desk.until(at(15 * 60 + 30))
    expect(desk.book.positions(CLIENT).map(netUnits)).toEqual([0])
    expect(desk.book.live()).toEqual([])
  })
})

describe('the margin of a hedged sale', () => {
  const wing = option(24_800)
  const marginOf = (desk: Desk) => {
    const { span, exposure } = desk.funds()
    return span + exposure
  }
  function openHedged(hedge = true) {
    const desk = openExchange()
    if (hedge) placeAtMarket(desk, wing)
    desk.pass(SECOND)
    desk.place({ side: 'SELL' })
    desk.pass(SECOND)
    return desk
  }
  const naked = marginOf(openHedged(false))

  it('rises to that of a naked one while a stop rests on the sold leg or on its hedge, and falls with it', () => {
    const sides = [
      (desk: Desk) => stop(desk, { side: 'BUY' }),
      (desk: Desk) => {
        const { last } = desk.market.touchAt(wing, desk.time.now)
        const price = paise(last - 20_00)
        const terms = { ...termsOf(wing), side: 'SELL', orderType: 'STOPLOSS_LIMIT', triggerPrice: price, price } as const
        return desk.exchange.place(CLIENT, terms, 'api', desk.time.now)
      },
    ]
    for (const place of sides) {
      const desk = openHedged()
      const hedged = marginOf(desk)
      expect(hedged).toBeLessThan(naked / 2)
      const order = place(desk)
      desk.pass(SECOND)
      expect(desk.order(order).status).toBe('trigger pending')
      expect(marginOf(desk)).toBeLessThan(naked / 2)
      desk.faults.set({ name: 'stopsTakeMargin' })
      expect(marginOf(desk) / naked).toBeCloseTo(1, 1)
      desk.exchange.cancel(order.orderId, desk.time.now)
      desk.pass(SECOND)
      expect(marginOf(desk)).toBeLessThan(naked / 2)
    }
  })

  it('does not keep the stop from being taken, but new sales', () => {
    const desk = openExchange()
    placeAtMarket(desk, wing, 65 * 15)
    desk.pass(SECOND)
    desk.place({ side: 'SELL', quantity: 65 * 15 })
    desk.pass(30 * MINUTE)
    desk.faults.set({ name: 'stopsTakeMargin' })
    const order = stop(desk, { side: 'BUY', quantity: 65 * 15 })
    desk.pass(SECOND)
    expect(desk.order(order).status).toBe('trigger pending')
    expect(desk.funds().available).toBeLessThan(0)
    const sale = desk.place({ side: 'SELL' })
    desk.pass(SECOND)
    expect(desk.order(sale).text).toMatch(/Insufficient funds/)
  })
})

describe('the protection of prices', () => {
  const refusal = (desk: Desk, contract: OptionInstrument, price: Paise) => {
    const { exchange, token } = contract
    return desk.exchange.checks.priceRefusal(CLIENT, { exchange, token, orderType: 'LIMIT', price }, desk.time.now)
  }

  it('of a contract that a test quotes goes by what was quoted before the half minute', () => {
    const desk = openExchange()
    const held = option(23_900)
    const quote = (last: Paise) => {
      desk.market.hold(held, last, desk.time.now)
      desk.exchange.quote(held, { at: desk.time.now, last, depth: { buys: [], sells: [] } })
    }
    quote(paise(100_00))
    desk.pass(40 * SECOND)
    quote(paise(50_00))
    expect(refusal(desk, held, paise(48_00))).toBeNull()
    desk.faults.set({ name: 'priceProtection' })
    expect(refusal(desk, held, paise(48_00))).toMatch(/around 100\.00/)
    expect(refusal(desk, held, paise(60_00))).toBeNull()
    desk.pass(20 * SECOND)
    expect(refusal(desk, held, paise(48_00))).toBeNull()
    expect(refusal(desk, held, paise(72_00))).toMatch(/around 50\.00/)
  })

  it('at BSE is 60 %, and at least ₹30', () => {
    const desk = openExchange()
    const { exchange, token } = optionContract('SENSEX', '2026-11-26', paise(80_000_00), 'CE')
    const held = instrumentOf(exchange, token)
    if (held?.kind !== 'option') throw new Error('no option')
    for (const [last, within, beyond] of [
      [200_00, [80_00, 320_00], [79_95, 320_05]],
      [40_00, [10_00, 70_00], [9_95, 70_05]],
    ] as const) {
      desk.market.hold(held, paise(last), desk.time.now)
      desk.pass(MINUTE)
      desk.faults.clear()
      for (const price of beyond) expect(refusal(desk, held, paise(price))).toBeNull()
      desk.faults.set({ name: 'priceProtection' })
      for (const price of within) expect(refusal(desk, held, paise(price))).toBeNull()
      for (const price of beyond) expect(refusal(desk, held, paise(price))).toMatch(/protection range/)
    }
  })
})

function placeAtMarket(desk: Desk, contract: OptionInstrument, quantity = contract.lot) {
  const { price } = desk.market.touchAt(contract, desk.time.now).depth.sells.at(-1)!
  return desk.exchange.place(CLIENT, { ...termsOf(contract), quantity, price: paise(price + 5_00) }, 'api', desk.time.now)
}
