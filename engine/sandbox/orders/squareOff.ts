import { paise } from '../../../schema/money.ts'
import { istDate, istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import type { DayBook } from './DayBook.ts'
import type { OrderTerms, SandboxOrder } from './Order.ts'
import { netUnits } from './positions.ts'

/** How the broker closes intraday positions before the close. */
export interface SquareOff {
  /** Minute of the day in India from which it does. */
  readonly minute: number
  /** What the orders are told that it cancels first; may be ''. */
  readonly text: string
}

/** Market time between two looks of the broker at what is to be closed. */
const LOOK_EVERY = 10 * SECOND

/** When the broker looks at a client's intraday positions, after a moment and up to another. */
export function squareOffLooks({ minute }: SquareOff, after: Instant, until: Instant): Instant[] {
  const begin = istInstant(istDate(until), minute)
  const first = begin + Math.max(0, Math.floor((after - begin) / LOOK_EVERY) + 1) * LOOK_EVERY
  const looks: Instant[] = []
  for (let look = first; look <= until; look += LOOK_EVERY) looks.push(look)
  return looks
}

/** What closes a client's intraday positions, each with his orders that wait in it. One that the broker is closing already is left out. */
export function intradayClosings(
  book: DayBook,
  clientCode: string,
): { readonly waiting: readonly SandboxOrder[]; readonly terms: OrderTerms }[] {
  return book.positions(clientCode).flatMap((position) => {
    const { exchange, token, tradingSymbol, product } = position
    const units = netUnits(position)
    if (product !== 'INTRADAY' || units === 0) return []
    const waiting = book.live().filter((order) => order.clientCode === clientCode && order.token === token && order.product === product)
    if (waiting.some(({ via }) => via === 'broker')) return []
    const nothing = paise(0)
    const order = { orderType: 'MARKET', price: nothing, triggerPrice: nothing, tag: '' } as const
    const contract = { exchange, token, tradingSymbol, product } as const
    return [{ waiting, terms: { ...contract, ...order, side: units > 0 ? 'SELL' : 'BUY', quantity: Math.abs(units) } }]
  })
}
