import { describe, expect, it } from 'vitest'
import { CONTRACT, UnitExchange } from '../testing/UnitExchange.ts'

/** An account with open legs, all of which are booked. */
function having(...legs: readonly (readonly ['BUY' | 'SELL', lots: number])[]) {
  const exchange = new UnitExchange()
  for (const [side, lots] of legs) exchange.book(exchange.open(side, lots))
  return exchange
}

const closable = (exchange: UnitExchange, leg: number) => exchange.ledger().closable(exchange.exitOf(exchange.legs[leg]!))

describe('an exit may close', () => {
  it('its leg whole, though a leg of the other side makes the account’s net nothing', () => {
    const exchange = having(['BUY', 1], ['SELL', 1])
    expect([exchange.net, closable(exchange, 0), closable(exchange, 1)]).toEqual([0, 65, 65])
  })

  it('what its owner has left of its side: what he sells by hand closes bought legs first', () => {
    const exchange = having(['BUY', 2], ['SELL', 2])
    exchange.hand.INTRADAY = -65
    expect([closable(exchange, 0), closable(exchange, 1)]).toEqual([65, 130])
    exchange.hand.INTRADAY = -195
    expect([closable(exchange, 0), closable(exchange, 1)]).toEqual([0, 130])
    exchange.hand.INTRADAY = 65
    expect([closable(exchange, 0), closable(exchange, 1)]).toEqual([130, 65])
  })

  it('nothing of another product: what was moved there is its owner’s, and what he has there makes nothing of ours go', () => {
    const exchange = having(['BUY', 1])
    exchange.hand.CARRYFORWARD = -65
    expect(closable(exchange, 0)).toBe(65)
    exchange.hand.INTRADAY = -65
    exchange.hand.CARRYFORWARD = 65
    expect(closable(exchange, 0)).toBe(0)
  })

  it('as much as without an order that its owner has waiting, and nothing of what is being closed by hand', () => {
    const exchange = having(['BUY', 2])
    exchange.rest('SELL', 2)
    const exit = exchange.exitOf(exchange.legs[0]!)
    expect([0, 65, 70, 130, 195].map((byHand) => exchange.ledger().closable(exit, byHand))).toEqual([130, 65, 0, 0, 0])
  })

  it('nothing on the strength of a leg whose own exit has no answer: it may have closed that leg', () => {
    const exchange = having(['BUY', 1], ['SELL', 1])
    const lost = exchange.send(exchange.exitOf(exchange.legs[1]!, 1), false)
    exchange.hand.INTRADAY = -65
    exchange.fill(lost, 1)
    expect(closable(exchange, 0)).toBe(0)
    lost.isShown = true
    exchange.book(lost)
    expect([exchange.net, closable(exchange, 0)]).toEqual([0, 0])
  })

  it('nothing of a leg that is not open', () => {
    const exchange = having(['BUY', 1])
    expect(exchange.ledger().closable({ ...exchange.exitOf(exchange.legs[0]!), legId: 'another' })).toBe(0)
  })
})

it('what is missing is of the legs that were opened first, on each side by itself', () => {
  const exchange = having(['BUY', 1], ['SELL', 1], ['BUY', 2])
  exchange.hand.INTRADAY = -130
  const ledger = exchange.ledger()
  expect([ledger.missing(CONTRACT, 'BUY'), ledger.missing(CONTRACT, 'SELL')]).toEqual([130, 0])
  expect([...ledger.missingOfLegs(CONTRACT, 'BUY').values(), ...ledger.missingOfLegs(CONTRACT, 'SELL').values()]).toEqual([65, 65, 0])
})

describe('an entry is opposed', () => {
  const entry = (side: 'BUY' | 'SELL', tradeId = 'new') => ({ tradeId, contract: CONTRACT, side })

  it('by what another trade has open of the other side or is opening, not by its own trade, and not by its own side', () => {
    const exchange = having(['SELL', 1])
    exchange.send({ legId: 'l', tradeId: 'another', side: 'SELL', purpose: 'ENTRY', quantity: 130 })
    const ledger = exchange.ledger()
    expect(ledger.opposed(entry('BUY'))).toEqual({ ours: 195, byHand: 0 })
    expect(ledger.opposed(entry('BUY', exchange.legs[0]!.tradeId))).toEqual({ ours: 130, byHand: 0 })
    expect(ledger.opposed(entry('SELL'))).toEqual({ ours: 0, byHand: 0 })
  })

  it('by what its owner has of the other side in the same product', () => {
    const exchange = having()
    exchange.hand.CARRYFORWARD = -65
    expect(exchange.ledger().opposed(entry('BUY'))).toEqual({ ours: 0, byHand: 0 })
    exchange.hand.INTRADAY = -130
    expect(exchange.ledger().opposed(entry('BUY'))).toEqual({ ours: 0, byHand: 130 })
    expect(exchange.ledger().opposed(entry('SELL'))).toEqual({ ours: 0, byHand: 0 })
  })

  it('not by units of ours that he has sold, nor by fills that our books lack so far', () => {
    const exchange = having(['BUY', 1])
    exchange.hand.INTRADAY = -65
    expect(exchange.ledger().opposed(entry('BUY')).byHand).toBe(0)
    exchange.hand.INTRADAY = 0
    exchange.fill(exchange.send(exchange.exitOf(exchange.legs[0]!, 1)), 1)
    expect(exchange.ledger().opposed(entry('BUY')).byHand).toBe(0)
    exchange.open('BUY', 1)
    expect(exchange.ledger().opposed(entry('SELL')).byHand).toBe(0)
  })
})
