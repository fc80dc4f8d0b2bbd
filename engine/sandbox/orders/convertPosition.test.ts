import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { CLIENT, DATE, openExchange } from '../testing/openExchange.ts'
import { convertPosition, type ConversionWish } from './convertPosition.ts'
import { averagePrice, netUnits } from './positions.ts'

const close = istInstant(DATE, 15 * 60 + 30)

/** An exchange at which a client has bought two lots of the call for the day. */
function openIntraday() {
  const desk = openExchange()
  desk.place({ product: 'INTRADAY', quantity: 130 })
  desk.pass(SECOND)
  const wish: ConversionWish = {
    ...{ clientCode: CLIENT, exchange: desk.call.exchange, token: desk.call.token },
    ...{ side: 'BUY', from: 'INTRADAY', to: 'CARRYFORWARD', units: 65 },
  }
  const convert = (changes: Partial<ConversionWish> = {}) => convertPosition(desk.exchange.records, { ...wish, ...changes }, desk.time.now)
  const held = () => Object.fromEntries(desk.book.positions(CLIENT).map((position) => [position.product, netUnits(position)]))
  return { desk, convert, held }
}

describe('a conversion', () => {
  it('moves units to the other product at their price, and back', () => {
    const { desk, convert, held } = openIntraday()
    const [before] = desk.book.positions(CLIENT)
    const cash = desk.book.cash(CLIENT)
    expect(convert().ok).toBe(true)
    expect(held()).toEqual({ INTRADAY: 65, CARRYFORWARD: 65 })
    expect(desk.book.positions(CLIENT).map(averagePrice)).toEqual([averagePrice(before!), averagePrice(before!)])
    expect(desk.book.cash(CLIENT)).toBe(cash)
    expect(convert({ from: 'CARRYFORWARD', to: 'INTRADAY' }).ok).toBe(true)
    expect(held()).toEqual({ INTRADAY: 130, CARRYFORWARD: 0 })
  })

  it('saves what it converted from the square-off at the close', () => {
    const { desk, convert, held } = openIntraday()
    convert()
    desk.until(close)
    expect(held()).toEqual({ INTRADAY: 0, CARRYFORWARD: 65 })
  })

  it('leaves resting orders their product, so that they may open what they were to close', () => {
    const { desk, convert, held } = openIntraday()
    convert({ units: 130 })
    const sale = desk.place({ side: 'SELL', product: 'INTRADAY', quantity: 130 })
    desk.pass(SECOND)
    expect(desk.order(sale).status).toBe('complete')
    expect(held()).toEqual({ INTRADAY: -130, CARRYFORWARD: 130 })
  })

  it('is refused of more than there is, of the other side, of what is that product, of earlier days, and after the close', () => {
    const { desk, convert } = openIntraday()
    expect(convert({ units: 195 })).toEqual({ ok: false, error: 'Quantity 195 is above the 130 that can be converted' })
    expect(convert({ side: 'SELL' })).toEqual({ ok: false, error: 'There is no INTRADAY position to convert' })
    expect(convert({ from: 'CARRYFORWARD', to: 'INTRADAY' })).toEqual({ ok: false, error: 'There is no CARRYFORWARD position to convert' })
    expect(convert({ to: 'INTRADAY' })).toEqual({ ok: false, error: 'The position is INTRADAY already' })
    convert()
    desk.until(close)
    expect(convert()).toEqual({ ok: false, error: 'The market is closed' })
    desk.until(istInstant('2026-11-23', 10 * 60))
    const back = convert({ from: 'CARRYFORWARD', to: 'INTRADAY' })
    expect(back).toEqual({ ok: false, error: 'Quantity 65 is above the 0 that can be converted' })
  })

  it('lets one order close what is held as two products without a margin', () => {
    const { desk, convert } = openIntraday()
    convert()
    desk.place({ side: 'SELL', quantity: 130, price: paise(desk.touch().last + 10_00) })
    desk.pass(SECOND)
    expect(desk.funds().exposure).toBe(0)
  })
})
