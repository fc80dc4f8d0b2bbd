import { describe, expect, it } from 'vitest'
import { BrokerError } from '../../port.ts'
import { orderRequestOf } from '../../testing/orderRequestOf.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { SmartApiHttp } from '../SmartApiHttp.ts'
import { SmartApiRest } from '../SmartApiRest.ts'
import { AccountBooks } from './AccountBooks.ts'
import { OrderRegister } from './OrderRegister.ts'

const LOT = 65
const row = {
  ...{
    ordertype: 'LIMIT',
    producttype: 'INTRADAY',
    price: 100,
    quantity: '65',
    filledshares: '0',
    tradingsymbol: 'N',
    transactiontype: 'SELL',
  },
  ...{ exchange: 'NFO', symboltoken: '1', ordertag: 'X1', orderid: 'B1', status: 'open', orderstatus: 'open' },
}

const trade = { exchange: 'NFO', fillid: 'F1', producttype: 'INTRADAY', fillsize: '65', fillprice: '100.00', filltime: '10:00:00' }
/** A position of the day that is closed. */
const CLOSED = { exchange: 'NFO', symboltoken: '1', producttype: 'INTRADAY', netqty: '0' }

/** Books that are answered by the test; `reads` are the endpoints that were read. */
function open(answer: (endpoint: Endpoint) => unknown, limitFactor = 1) {
  const reads: Endpoint[] = []
  class TestRest extends SmartApiRest {
    override async read(endpoint: Endpoint, _body: unknown, sent?: () => void): Promise<unknown> {
      sent?.()
      reads.push(endpoint)
      return answer(endpoint)
    }
  }
  const none = () => Promise.reject(new BrokerError('auth', 'none'))
  const rest = new TestRest(new SmartApiHttp({ restUrl: '', apiKey: '' }), { tokens: none, renew: none })
  const register = new OrderRegister({ report: () => undefined, onIncident: () => undefined, onByHand: () => undefined })
  const books = new AccountBooks(
    rest,
    () => register,
    () => 0,
    limitFactor,
    () => undefined,
  )
  const count = (endpoint: Endpoint) => reads.filter((each) => each === endpoint).length
  return { books, register, count }
}

it.each(['AB1013', 'AB1014', 'AB1015', 'AB1016'])('a book that is not there because it is empty (%s) is empty', async (code) => {
  const { books } = open(() => {
    throw new BrokerError('refused', 'not found', code)
  })
  expect([await books.orders(), await books.fills(), await books.positions()]).toEqual([[], [], []])
})

it('a book that cannot be read is none', async () => {
  const { books } = open(() => ({}))
  for (const read of [() => books.orders(), () => books.fills(), () => books.positions()]) await expect(read()).rejects.toThrow(BrokerError)
})

it.each([null, '', [], 'AB1013'])('an empty book is none once it has shown what an order of ours has filled: %j', async (nothing) => {
  const full = new Map<Endpoint, unknown>([
    [ENDPOINTS.orderBook, [{ ...row, filledshares: '65', status: 'complete', orderstatus: 'complete' }]],
    [ENDPOINTS.tradeBook, [{ ...trade, transactiontype: 'SELL', orderid: 'B1' }]],
    [ENDPOINTS.positions, [CLOSED]],
  ])
  let isEmpty = true
  const { books } = open((endpoint) => {
    if (!isEmpty) return full.get(endpoint)
    if (nothing === 'AB1013') throw new BrokerError('refused', 'not found', 'AB1013')
    return nothing
  })
  const all = () => {
    books.outdate()
    return Promise.allSettled([books.orders(), books.fills(), books.positions()])
  }
  const outcomes = async () => (await all()).map((each) => (each.status === 'fulfilled' ? each.value.length : each.reason))
  expect(await outcomes()).toEqual([0, 0, 0])
  isEmpty = false
  await books.refresh()
  expect(await outcomes()).toEqual([1, 1, 0])
  isEmpty = true
  const unreadable = expect.objectContaining({ kind: 'malformed' }) as unknown
  expect(await outcomes()).toEqual([unreadable, unreadable, unreadable])
  // The exchange has annulled it.
  full.set(ENDPOINTS.orderBook, [{ ...row, status: 'complete', orderstatus: 'complete' }])
  full.set(ENDPOINTS.tradeBook, null)
  full.set(ENDPOINTS.positions, null)
  isEmpty = false
  await books.orders()
  books.outdate()
  expect([(await books.orders()).length, await books.fills(), await books.positions()]).toEqual([1, [], []])
})

it('books of less than a second ago are not read again, and positions are read after the orders that were given out', async () => {
  const { books, count } = open(() => null)
  await books.positions()
  for (let i = 0; i < 3; i++) await books.orders()
  for (let i = 0; i < 3; i++) await books.positions()
  expect([count(ENDPOINTS.orderBook), count(ENDPOINTS.positions)]).toEqual([1, 2])
})

it('an order that was taken is on its way until the book shows it, whatever a frame says it has filled', async () => {
  let book: unknown = null
  const { books, register } = open((endpoint) => (endpoint === ENDPOINTS.orderBook ? book : null))
  const order = register.sent(orderRequestOf({ clientOrderId: 'X1', side: 'SELL', quantity: LOT }))
  expect(await books.orders()).toEqual([])
  register.learn(order, 'B1')
  expect(await books.orders()).toMatchObject([{ clientOrderId: 'X1', brokerOrderId: 'B1', state: 'PENDING', filledQuantity: 0 }])
  order.state = 'FILLED'
  order.filled = LOT
  expect(await books.orders()).toMatchObject([{ state: 'PENDING', filledQuantity: 0 }])
  book = [row]
  await books.refresh()
  expect(await books.orders()).toMatchObject([{ clientOrderId: 'X1', state: 'OPEN' }])
})

it('an order that ended without a fill by what a frame says is waiting no more, and the book is read again', async () => {
  const { books, register, count } = open(() => null)
  const order = register.sent(orderRequestOf({ clientOrderId: 'X1' }))
  register.learn(order, 'B1')
  await books.orders()
  order.state = 'REJECTED'
  books.outdate()
  expect(await books.orders()).toEqual([])
  expect(count(ENDPOINTS.orderBook)).toBe(2)
})

it('orders and positions that were read one after the other go together for a second, though the order book is read again meanwhile', async () => {
  let book: unknown = null
  const { books, register, count } = open((endpoint) =>
    endpoint === ENDPOINTS.orderBook ? book : endpoint === ENDPOINTS.positions ? [CLOSED] : null,
  )
  const holdings = async () => [await books.orders(), await books.positions()]
  await holdings()
  await books.refresh()
  await holdings()
  expect([count(ENDPOINTS.orderBook), count(ENDPOINTS.positions)]).toEqual([2, 1])
  // Sent since, and in the later reading of the book.
  register.learn(register.sent(orderRequestOf({ clientOrderId: 'X1', side: 'SELL', quantity: LOT })), 'B1')
  expect(await books.orders()).toMatchObject([{ clientOrderId: 'X1', state: 'PENDING' }])
  book = [row]
  await books.refresh()
  await holdings()
  expect([count(ENDPOINTS.orderBook), count(ENDPOINTS.positions)]).toEqual([3, 2])
  book = [{ ...row, filledshares: '65' }]
  await books.refresh()
  expect(await books.orders()).toMatchObject([{ filledQuantity: 65 }])
  await books.positions()
  expect([count(ENDPOINTS.orderBook), count(ENDPOINTS.positions)]).toEqual([4, 3])
})

it('an order that the book had and has no longer is not on its way', async () => {
  let book: unknown = [row]
  const { books, register } = open((endpoint) => (endpoint === ENDPOINTS.orderBook ? book : null))
  register.learn(register.sent(orderRequestOf({ clientOrderId: 'X1', side: 'SELL', quantity: LOT })), 'B1')
  await books.orders()
  book = null
  await books.refresh()
  books.outdate()
  expect(await books.orders()).toEqual([])
})

describe('when the books are no longer young', () => {
  const aged = async (books: { holdings: () => Promise<unknown> }) => {
    await books.holdings()
    const read = performance.now()
    await expect.poll(() => performance.now() - read).toBeGreaterThan(2)
  }
  const openAged = () => {
    const state: { book: unknown } = { book: null }
    const opened = open(
      (endpoint) => (endpoint === ENDPOINTS.orderBook ? state.book : endpoint === ENDPOINTS.positions ? [CLOSED] : null),
      1_000,
    )
    const holdings = async () => [await opened.books.orders(), await opened.books.positions()]
    return { ...opened, state, holdings, reads: () => [opened.count(ENDPOINTS.orderBook), opened.count(ENDPOINTS.positions)] }
  }

  it('positions are those of before where the order book says that nothing was filled since', async () => {
    const books = openAged()
    await aged(books)
    await aged(books)
    expect(books.reads()).toEqual([2, 1])
  })

  it('positions are read again where something was filled, or the socket says so', async () => {
    const books = openAged()
    await aged(books)
    books.state.book = [{ ...row, filledshares: '65' }]
    await aged(books)
    expect(books.reads()).toEqual([2, 2])
    books.books.outdate()
    await books.holdings()
    expect(books.reads()).toEqual([3, 3])
  })
})
