import { pino } from 'pino'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import type { BrokerOrder, WaitingByHand } from '../../broker/port.ts'
import { PRODUCT, tagOf } from '../orders/orders.ts'
import type { OwnOrder } from '../orders/UnitLedger.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { openLegOf } from '../testing/legs.ts'
import { LiveIncidents } from './LiveIncidents.ts'

const leg = openLegOf({ mode: 'LIVE', stop: paise(88_00) })
const { contract, userId } = leg
const clientOrderId = tagOf('S', '1')
const stop: OwnOrder = { clientOrderId, tradeId: null, legId: leg.id, contract, side: 'SELL', purpose: 'EXIT', quantity: 65, booked: 0 }
const resting: BrokerOrder = {
  ...{
    clientOrderId,
    brokerOrderId: 'b',
    exchangeOrderId: null,
    contract,
    side: 'SELL',
    product: PRODUCT,
    quantity: 65,
    filledQuantity: 0,
  },
  ...{ pricing: { kind: 'STOPLOSS_LIMIT', trigger: paise(88_00), limit: paise(85_00) }, state: 'TRIGGER_PENDING', reason: null },
}

/** An account with one leg that is open, of which the market opened a minute ago. */
function open() {
  const said: string[] = []
  const state = {
    legs: [leg] as OpenLeg[],
    own: [stop],
    book: [resting],
    held: 65,
    isClosing: false,
    isLetGo: false,
    isOpen: true,
    isWatched: false,
    isListed: true,
    byHand: [] as WaitingByHand[],
  }
  let now = istInstant('2026-11-20', 600)
  const incidents = new LiveIncidents(
    {
      legsOf: () => state.legs,
      ordersOf: () => state.own,
      byHandOf: () => state.byHand,
      symbolOf: (instrument) => (state.isListed && instrument === instrumentId(contract) ? contract.tradingSymbol : null),
      isLetGo: () => state.isLetGo,
      isWatched: () => state.isWatched,
      log: pino({ base: null }, { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) }),
    },
    now,
  )
  /** Seconds go by, with a look at the account after every `step`. Returns what stands then. */
  const pass = (seconds: number, step = 1) => {
    for (let second = 0; second < seconds; second += step) {
      incidents.onTime((now += step * SECOND), state.legs, () => state.isClosing, state.isOpen)
      const positions = [{ contract, product: PRODUCT, netQuantity: state.held }]
      incidents.onLook({ userId, orders: state.book, positions, fills: [] }, state.isOpen)
    }
    return incidents.standing.map(({ kind, units }) => `${kind} ${units}`)
  }
  return { state, said, pass, incidents }
}

it('a leg whose stop rests is no incident, nor one whose exit waits at the exchange', () => {
  const { state, pass } = open()
  expect(pass(60)).toEqual([])
  state.book = [{ ...resting, state: 'OPEN' }]
  expect(pass(60)).toEqual([])
})

it('a leg with nothing at the exchange is one after five seconds, said once, until something rests there', () => {
  const { state, said, pass } = open()
  state.book = [{ ...resting, state: 'CANCELLED' }]
  expect(pass(5)).toEqual([])
  expect(pass(30)).toEqual(['LEG_BARE 65'])
  state.book = [resting]
  expect(pass(1)).toEqual([])
  expect(said).toEqual([expect.stringContaining('an incident'), expect.stringContaining('is over')])
})

it('a leg is bare once two looks show it: on a fast clock its stop may be on its way at the first', () => {
  const { state, pass } = open()
  state.book = []
  expect(pass(10, 10)).toEqual([])
  state.book = [resting]
  expect(pass(10, 10)).toEqual([])
  state.book = []
  expect(pass(10, 10)).toEqual([])
  expect(pass(10, 10)).toEqual(['LEG_BARE 65'])
})

it.each([
  ['has no stop', { legs: [{ ...leg, stop: null }] }],
  ['is its owner’s', { isLetGo: true }],
  ['is not held any more', { held: 0 }],
  ['is watched while the exchanges are closed', { isOpen: false }],
])('a leg with nothing at the exchange is none when it %s', (_, more) => {
  const { state, pass } = open()
  Object.assign(state, { book: [], own: [] }, more)
  expect(pass(60)).toEqual([])
})

it('an exit that has not closed its leg is one after thirty seconds, over moments between two tries, until the leg is closed', () => {
  const { state, pass } = open()
  state.isClosing = true
  expect(pass(20)).toEqual([])
  state.isClosing = false
  expect(pass(3)).toEqual([])
  state.isClosing = true
  expect(pass(12)).toEqual(['EXIT_OPEN 65'])
  state.legs = []
  state.held = 0
  expect(pass(1)).toEqual([])
})

it('units that nothing explains are one after fifteen seconds, until they are gone', () => {
  const { state, pass } = open()
  state.held = 130
  expect(pass(15)).toEqual([])
  expect(pass(5)).toEqual(['UNITS_UNKNOWN 65'])
  state.held = 65
  expect(pass(1)).toEqual([])
})

it('an exit is as old as it was when its user is this node’s again within a minute', () => {
  const { state, said, pass } = open()
  state.isClosing = true
  expect(pass(25)).toEqual([])
  Object.assign(state, { legs: [], held: 0, isClosing: false })
  expect(pass(10)).toEqual([])
  Object.assign(state, { legs: [leg], held: 65 })
  expect(pass(1)).toEqual(['EXIT_OPEN 65'])
  Object.assign(state, { legs: [], held: 0 })
  expect(pass(61)).toEqual([])
  Object.assign(state, { legs: [leg], held: 65, isClosing: true })
  expect(pass(25)).toEqual([])
  expect(said).toEqual([expect.stringContaining('an incident'), expect.stringContaining('is over')])
})

it('an order by hand is one once what it would close is closed by another, until it has ended', () => {
  const { state, pass } = open()
  const sale: WaitingByHand = {
    ...{ brokerOrderId: 'h', clientOrderId: '', contract, side: 'SELL', product: PRODUCT, units: 65 },
    pricing: { kind: 'LIMIT', limit: paise(200_00) },
  }
  state.byHand = [sale]
  expect(pass(60)).toEqual([])
  Object.assign(state, { legs: [], held: 0 })
  expect(pass(10)).toEqual(['ORDER_LEFT -65'])
  state.byHand = []
  expect(pass(1)).toEqual([])
  // Nothing of ours was open beside this one.
  state.byHand = [{ ...sale, brokerOrderId: 'i' }]
  expect(pass(60)).toEqual([])
})

it('a leg whose stop does not rest for want of margin is told as that, and not as bare', () => {
  const { state, pass } = open()
  Object.assign(state, { book: [], own: [], isWatched: true })
  expect(pass(60)).toEqual(['STOP_WATCHED 65'])
  state.isWatched = false
  expect(pass(1)).toEqual([])
  expect(pass(10)).toEqual(['LEG_BARE 65'])
})

it('what stood before a start stands until a look ends it, by its name although contracts are not listed yet', () => {
  const { state, pass, incidents } = open()
  const about = { userId, tradeId: null, option: contract.tradingSymbol }
  incidents.resume([{ ...about, kind: 'UNITS_UNKNOWN', subject: instrumentId(contract), units: 20 }])
  Object.assign(state, { held: 85, isListed: false })
  expect(pass(1)).toEqual(['UNITS_UNKNOWN 20'])
  expect(incidents.standing).toMatchObject([{ option: contract.tradingSymbol }])
  state.held = 65
  expect(pass(1)).toEqual([])
})

it('an order by hand that had lost what it was to close before a start is told of still, by its name', () => {
  const { state, pass, incidents } = open()
  const about = { userId, tradeId: null, option: contract.tradingSymbol }
  incidents.resume([{ ...about, kind: 'ORDER_LEFT', subject: 'h', units: -65 }])
  const pricing = { kind: 'LIMIT', limit: paise(200_00) } as const
  const sale = { ...{ brokerOrderId: 'h', clientOrderId: '', contract, side: 'SELL', product: PRODUCT, units: 65 }, pricing } as const
  Object.assign(state, { legs: [], held: 0, byHand: [sale], isListed: false })
  expect(pass(10)).toEqual(['ORDER_LEFT -65'])
  expect(incidents.standing).toMatchObject([{ option: contract.tradingSymbol }])
})
