import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import type { BrokerFill, BrokerOrder, BrokerPosition, Product } from '../../broker/port.ts'
import { openLegOf } from '../testing/legs.ts'
import { unknownUnits } from './unknownUnits.ts'
import type { OwnOrder } from './UnitLedger.ts'

const leg = openLegOf()
const { contract } = leg
const [OURS, HAND] = ['E00000000000001', '']
const position = (netQuantity: number, product: Product = 'INTRADAY'): BrokerPosition => ({ contract, product, netQuantity })
const fill = (clientOrderId: string, side: 'BUY' | 'SELL', quantity: number): BrokerFill => ({
  ...{ fillId: `${clientOrderId}${side}`, clientOrderId, contract, side, product: 'INTRADAY', quantity, price: paise(1_00), at: 0 },
})
const entry: OwnOrder = { clientOrderId: OURS, tradeId: 't', legId: 'l', contract, side: 'BUY', purpose: 'ENTRY', quantity: 65, booked: 0 }
const shown: BrokerOrder = {
  ...{ clientOrderId: OURS, brokerOrderId: 'b', exchangeOrderId: null, contract, side: 'BUY', product: 'INTRADAY', quantity: 65 },
  ...{ filledQuantity: 65, pricing: { kind: 'LIMIT', limit: paise(1_00) }, state: 'FILLED', reason: null },
}

it.each([
  ['what a leg has', [leg], [], [position(65)], []],
  ['what an entry under way has filled', [], [entry], [position(65)], [fill(OURS, 'BUY', 65)]],
  ['what its owner has bought', [leg], [], [position(130)], [fill(HAND, 'BUY', 65)]],
  ['what its owner has sold, into a short position too', [leg], [], [position(-65)], [fill(HAND, 'SELL', 130)]],
  ['what its owner has sold, closed in our books', [], [], [position(0)], [fill(OURS, 'BUY', 65), fill(HAND, 'SELL', 65)]],
  ['what a leg has and the account has not', [leg], [], [], [fill(OURS, 'BUY', 65)]],
  ['what is held in another product', [leg], [], [position(65), position(65, 'CARRYFORWARD')], []],
  ['contracts that are their owner’s alone', [], [], [position(65)], []],
] as const)('%s is explained', (_, legs, own, positions, fills) => {
  expect(unknownUnits(legs, own, { orders: own.length > 0 ? [shown] : [], positions, fills })).toEqual(new Map())
})

it.each([
  ['a fill of ours that no leg has', [], [position(65)], [fill(OURS, 'BUY', 65)], 65],
  ['a second one beside a leg', [leg], [position(130)], [fill(OURS, 'BUY', 130)], 65],
  ['a short position that nobody sold', [], [position(-65)], [fill(OURS, 'BUY', 65)], -65],
  ['more than its owner has bought', [leg], [position(195)], [fill(HAND, 'BUY', 65)], 65],
  [
    'a short position beside sales by hand that are booked as exits',
    [],
    [position(-65)],
    [fill(OURS, 'BUY', 130), fill(HAND, 'SELL', 65), fill(OURS, 'SELL', 65)],
    -65,
  ],
] as const)('%s is not', (_, legs, positions, fills, units) => {
  expect([...unknownUnits(legs, [], { orders: [], positions, fills }).values()]).toEqual([units])
})
