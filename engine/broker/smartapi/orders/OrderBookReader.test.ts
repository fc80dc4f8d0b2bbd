import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOrders } from './bookRows.ts'
import { OrderBookReader } from './OrderBookReader.ts'

const row = {
  ...{ variety: 'NORMAL', ordertype: 'LIMIT', producttype: 'INTRADAY', price: 100.05, triggerprice: 0, quantity: '195' },
  ...{ tradingsymbol: 'NIFTY', transactiontype: 'BUY', symboltoken: '123', ordertag: 'E1', exchangeorderid: '1', text: '' },
}

it('whatever books come one after the other, each is read as if it were the first', () => {
  const order = fc.record({
    orderid: fc.constantFrom('1', '2', '3', 4),
    exchange: fc.constantFrom('NFO', 'BFO', 'MCX'),
    filledshares: fc.constantFrom('0', '65', 130),
    status: fc.constantFrom('open', 'complete', 'rejected'),
  })
  fc.assert(
    fc.property(fc.array(fc.array(order, { maxLength: 5 }), { maxLength: 6 }), (books) => {
      const reader = new OrderBookReader()
      for (const book of books) {
        const data = book.map((fields) => ({ ...row, ...fields, orderstatus: fields.status }))
        expect(reader.read(structuredClone(data))).toEqual(readOrders(data))
      }
    }),
  )
})

it('a row that cannot be read makes the book unreadable, and the next one is read again', () => {
  const reader = new OrderBookReader()
  const order = { ...row, orderid: '1', exchange: 'NFO', filledshares: '0', status: 'open', orderstatus: 'open' }
  expect(() => reader.read([order, { ...order, orderid: '2', quantity: 'x' }])).toThrow('the order book: quantity cannot be read')
  expect(reader.read([order])).toMatchObject([{ brokerOrderId: '1', state: 'OPEN' }])
})
