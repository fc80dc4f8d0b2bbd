import { describe, expect, it } from 'vitest'
import { istInstant } from '../../../../schema/time.ts'
import { BrokerError } from '../../port.ts'
import { readFunds, readMargin, readOrder, readOrders, readPositions, readTrades } from './bookRows.ts'

const order = {
  ...{
    variety: 'NORMAL',
    ordertype: 'LIMIT',
    producttype: 'INTRADAY',
    price: 100.05,
    triggerprice: 0,
    quantity: '195',
    filledshares: '65',
  },
  ...{ tradingsymbol: 'NIFTY', transactiontype: 'BUY', exchange: 'NFO', symboltoken: '123', ordertag: 'E1', orderid: '261120000000001' },
  ...{ exchangeorderid: '1', text: '', status: 'open', orderstatus: 'open' },
}
const trade = {
  exchange: 'NFO',
  transactiontype: 'SELL',
  orderid: '7',
  fillid: '1',
  fillsize: '65',
  fillprice: '99.95',
  filltime: '10:00:07',
}
const ordersIn = (data: unknown) => readOrders(data).orders
const NOW = istInstant('2026-11-20', 10 * 60 + 1)

describe('an order row', () => {
  it.each([
    ['as documented', order],
    ['with numbers as text', { ...order, price: '100.05', triggerprice: '0', quantity: 195, filledshares: 65 }],
    ['with its id and token as numbers', { ...order, orderid: 261120000000001, symboltoken: 123, exchangeorderid: 1 }],
    ['without what is nothing', { ...order, triggerprice: undefined, text: null }],
  ])('%s is read', (_, row) => {
    expect(ordersIn([row])).toMatchObject([
      {
        ...{ brokerOrderId: '261120000000001', exchangeOrderId: '1', tag: 'E1', quantity: 195, filled: 65, state: 'OPEN' },
        pricing: { kind: 'LIMIT', limit: 100_05 },
      },
    ])
  })

  it('of a stop order has its trigger; one of the acknowledgement, with empty numbers, is none', () => {
    expect(readOrder({ ...order, ordertype: 'STOPLOSS_LIMIT', triggerprice: '101.5' })?.pricing).toEqual({
      kind: 'STOPLOSS_LIMIT',
      trigger: 101_50,
      limit: 100_05,
    })
    expect(readOrder({ ...order, filledshares: '' })?.filled).toBe(0)
    expect(readOrder({ ...order, orderid: '', symboltoken: '', transactiontype: '' })).toBeNull()
  })

  it('with a tag that cannot be read makes the whole book unreadable; rows of other segments are passed over', () => {
    expect(ordersIn([order, { ...order, exchange: 'MCX', quantity: 'x' }])).toHaveLength(1)
    for (const row of [
      { ...order, quantity: 'x' },
      { ...order, price: 1e300 },
      { ...order, price: 'Infinity' },
      { ...order, orderid: '' },
      { ...order, exchange: undefined },
      { ...order, symboltoken: ' ' },
    ])
      expect(() => ordersIn([order, row])).toThrow(BrokerError)
  })
})

it('a row of somebody else that cannot be read is left out and counted; one without its tag that is ours by its number is not', () => {
  const byHand = { ...order, ordertag: '', orderid: '9' }
  const odd = [null, 'x', { ...byHand, symboltoken: '' }, { ...byHand, ordertag: null, quantity: 'NA' }, { ...byHand, exchange: undefined }]
  const book = readOrders([order, ...odd])
  expect([book.orders.map(({ tag }) => tag), book.leftOut]).toEqual([['E1'], odd.length])
  expect(() => readOrders([order, { ...byHand, quantity: 'NA' }], (id) => id === '9')).toThrow(BrokerError)
})

it('nothing is an empty book, anything but a list is none', () => {
  for (const read of [ordersIn, readPositions, (data: unknown) => readTrades(data, () => null, NOW)]) {
    expect([read(null), read(''), read([])]).toEqual([[], [], []])
    for (const data of [{}, 'x', 1, true]) expect(() => read(data)).toThrow(BrokerError)
  }
})

it('trades are read oldest first, with their order’s contract, on the market’s day, under ids of their order', () => {
  const rows = [trade, { ...trade, fillid: 2, fillprice: 100, filltime: '09:59:59' }, { ...trade, fillid: '3', filltime: 'soon' }]
  expect(readTrades(rows, () => ({ exchange: 'NFO', token: '123' }), NOW)).toMatchObject([
    { fillId: '7-2', quantity: 65, price: 100_00, at: istInstant('2026-11-20', 10 * 60) - 1_000, contract: { token: '123' } },
    { fillId: '7-1', price: 99_95, at: istInstant('2026-11-20', 10 * 60) + 7_000 },
    { fillId: '7-3', at: NOW },
  ])
})

it('a fill that is later than now is one of the day before: trades have no date', () => {
  const midnight = istInstant('2026-11-20', 5)
  const [late, early] = [
    { ...trade, filltime: '15:29:58' },
    { ...trade, fillid: 2, filltime: '00:05:20' },
  ]
  const read = readTrades([late, early], () => null, midnight)
  expect(read.map(({ at }) => at)).toEqual([istInstant('2026-11-19', 15 * 60 + 29) + 58_000, istInstant('2026-11-20', 5) + 20_000])
})

it('positions are the net of a contract and product, without what is closed', () => {
  const position = { exchange: 'NFO', symboltoken: '1', producttype: 'INTRADAY', netqty: '130', netvalue: '- 2235.80' }
  const carried = { ...position, producttype: 'CARRYFORWARD', netqty: '-65' }
  const rows = [
    ...[position, { ...position, netqty: -65 }, carried],
    ...[
      { ...position, symboltoken: '2' },
      { ...position, symboltoken: 2, netqty: '-130' },
    ],
  ]
  const contract = { exchange: 'NFO', token: '1' }
  expect(readPositions(rows)).toEqual([
    { contract, product: 'INTRADAY', netQuantity: 65 },
    { contract, product: 'CARRYFORWARD', netQuantity: -65 },
  ])
})

it('funds and margin are read from text and numbers, null is nothing', () => {
  const funds = { availablecash: '1,00,000.5000', utilisedspan: '10.0000', utilisedexposure: null, utilisedoptionpremium: 5.5 }
  expect(readFunds(funds)).toEqual({ available: 1_00_000_50, blocked: 15_50 })
  expect(readFunds({ availablecash: '- 12.34' })).toEqual({ available: -12_34, blocked: 0 })
  expect(readMargin({ totalMarginRequired: '29612.35' })).toBe(29_612_35)
  for (const data of [null, [], { totalMarginRequired: 'x' }]) expect(() => readMargin(data)).toThrow(BrokerError)
})
