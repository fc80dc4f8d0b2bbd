import { z } from 'zod'
import { fromRupees, paise, type Paise } from '../../../../schema/money.ts'
import { DAY, istDate, istInstant, MINUTE, parseTimeOfDay, SECOND, type Instant } from '../../../../schema/time.ts'
import type { OrderSide } from '../../../../schema/trading/OrderSide.ts'
import {
  BrokerError,
  type BrokerOrder,
  type BrokerPosition,
  type Funds,
  type InstrumentKey,
  type OrderPricing,
  type Product,
} from '../../port.ts'
import { KnownRows } from './KnownRows.ts'
import { readOrderStatus, type ChangeNews } from './orderStatus.ts'

/** An order as book and socket have it. */
export interface OrderRow {
  readonly brokerOrderId: string
  readonly exchangeOrderId: string | null
  /** '' of one that was given by hand. */
  readonly tag: string
  readonly contract: InstrumentKey & { readonly tradingSymbol: string }
  readonly side: OrderSide
  readonly product: Product
  readonly quantity: number
  readonly filled: number
  /** Of the fills, to the paisa; 0 while none. */
  readonly averagePrice: Paise
  readonly pricing: OrderPricing
  /** Null: its texts do not show it. */
  readonly state: BrokerOrder['state'] | null
  readonly news: ChangeNews | null
  readonly text: string
}

/** A fill as the trade book has it. */
export interface TradeRow {
  /** Unique among all days and accounts: exchanges restart fill numbers every day. */
  readonly fillId: string
  readonly brokerOrderId: string
  readonly contract: InstrumentKey
  readonly side: OrderSide
  readonly product: Product
  readonly quantity: number
  readonly price: Paise
  readonly at: Instant
}

/** Rupees and units beyond this are a mistake, as are non-numbers. */
const MOST = 1e12

/** The broker prints numbers as text or not, some with a space behind the minus, and omits zeros. */
const amount = z
  .union([z.string(), z.number(), z.null()])
  .default(0)
  .transform((value) => Number(String(value ?? 0).replace(/[\s,]/g, '')))
  .refine((value) => Math.abs(value) <= MOST)
const rupees = amount.transform(fromRupees)
const units = amount.refine(Number.isSafeInteger)
const text = z
  .union([z.string(), z.number(), z.null()])
  .default('')
  .transform((value) => String(value ?? '').trim())
const name = text.pipe(z.string().min(1))
const exchange = z.enum(['NFO', 'BFO'])
const EXCHANGES: ReadonlySet<string> = new Set(exchange.options)
const side = z.enum(['BUY', 'SELL'])
/** What is squared off on its day is apart from all that is kept overnight; a row that does not say is of an intraday order, as ours are. */
const product = text.transform((value): Product => (value === '' || value === 'INTRADAY' ? 'INTRADAY' : 'CARRYFORWARD'))

const orderRow = z
  .object({
    ...{ orderid: name, exchangeorderid: text, ordertag: text, exchange, symboltoken: name, tradingsymbol: text, transactiontype: side },
    ...{ producttype: product, ordertype: text, price: rupees, triggerprice: rupees, averageprice: rupees },
    ...{ quantity: units, filledshares: units },
    ...{ status: text, orderstatus: text, text },
  })
  .transform((row): OrderRow => ({
    ...{ brokerOrderId: row.orderid, exchangeOrderId: row.exchangeorderid || null, tag: row.ordertag, side: row.transactiontype },
    contract: { exchange: row.exchange, token: row.symboltoken, tradingSymbol: row.tradingsymbol },
    ...{ product: row.producttype, quantity: row.quantity, filled: row.filledshares, averagePrice: row.averageprice, text: row.text },
    pricing:
      row.ordertype === 'STOPLOSS_LIMIT'
        ? { kind: 'STOPLOSS_LIMIT', trigger: row.triggerprice, limit: row.price }
        : { kind: 'LIMIT', limit: row.price },
    ...readOrderStatus(row.status, row.orderstatus),
  }))

const tradeRow = z.object({
  ...{ orderid: name, fillid: name, exchange, transactiontype: side, producttype: product },
  ...{ fillsize: units, fillprice: rupees, filltime: text },
})

export type KnownOrders = KnownRows<OrderRow | null>

export interface OrderBook {
  readonly orders: readonly OrderRow[]
  /** Rows of somebody else that cannot be read. */
  readonly leftOut: number
}
export type KnownTrades = KnownRows<z.output<typeof tradeRow>>

const positionRow = z.object({ exchange, symboltoken: name, producttype: product, netqty: units })
const fundsRow = z.object({ availablecash: rupees, utilisedspan: rupees, utilisedexposure: rupees, utilisedoptionpremium: rupees })
const marginReply = z.object({ totalMarginRequired: rupees })

/**
 * The orders of options in the order book's data. A row that cannot be read is left out when it has no tag and is no order of ours; of one
 * with a tag, or of ours, it throws a BrokerError: a book with such a gap is no book. `known`: of the books before.
 */
export function readOrders(
  data: unknown,
  isOurs: (brokerOrderId: string) => boolean = () => false,
  known: KnownOrders = new KnownRows('orderid'),
): OrderBook {
  const rows = rowsIn(data, 'the order book')
  const read = known.read(rows, (row) => orderRow.safeParse(row).data ?? null)
  const odd = rows.filter((_, place) => read[place] === null)
  for (const row of odd) if (isTagged(row) || isOurs(idOf(row))) parsed(orderRow, row, 'the order book')
  return { orders: read.filter((row) => row !== null), leftOut: odd.length }
}

function isTagged(row: unknown): boolean {
  const tag = typeof row === 'object' && row !== null && 'ordertag' in row ? row.ordertag : null
  return tag !== null && tag !== undefined && tag !== ''
}

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null && 'orderid' in row ? name.safeParse(row.orderid) : null
  return id?.data ?? ''
}

/** An order in a frame of the socket; null when it holds none. */
export function readOrder(data: unknown): OrderRow | null {
  const row = orderRow.safeParse(data)
  return row.success ? row.data : null
}

/** The fills of options in the trade book's data, oldest first; their day is the one of `now`, in market time. `known`: of the books before. */
export function readTrades(
  data: unknown,
  contractOf: (brokerOrderId: string) => InstrumentKey | null,
  now: Instant,
  known: KnownTrades = new KnownRows('fillid'),
): readonly TradeRow[] {
  const trades = rowsOf(tradeRow, data, 'the trade book', known).map((row) => ({
    ...{ fillId: `${row.orderid}-${row.fillid}`, brokerOrderId: row.orderid, side: row.transactiontype, product: row.producttype },
    // Trades come without the token: it is their order's.
    contract: contractOf(row.orderid) ?? { exchange: row.exchange, token: '' },
    ...{ quantity: row.fillsize, price: row.fillprice, at: timeOfFill(row.filltime, now) },
  }))
  return trades.toSorted((a, b) => a.at - b.at)
}

/** Net units by contract and product of the positions in options; closed ones are left out. */
export function readPositions(data: unknown): readonly BrokerPosition[] {
  const net = new Map<string, BrokerPosition>()
  for (const { exchange: on, symboltoken: token, producttype, netqty } of rowsOf(positionRow, data, 'the positions')) {
    const key = `${on}:${token} ${producttype}`
    const before = net.get(key)?.netQuantity ?? 0
    net.set(key, { contract: { exchange: on, token }, product: producttype, netQuantity: before + netqty })
  }
  return [...net.values()].filter(({ netQuantity }) => netQuantity !== 0)
}

export function readFunds(data: unknown): Funds {
  const row = parsed(fundsRow, data, 'the funds')
  // `availablecash` is what is left after all reserves are deducted.
  return { available: row.availablecash, blocked: paise(row.utilisedspan + row.utilisedexposure + row.utilisedoptionpremium) }
}

export function readMargin(data: unknown): Paise {
  return parsed(marginReply, data, 'the margin').totalMarginRequired
}

function rowsOf<Row>(shape: z.ZodType<Row>, data: unknown, what: string, known = new KnownRows<Row>('')): Row[] {
  return known.read(rowsIn(data, what), (row) => parsed(shape, row, what))
}

function rowsIn(data: unknown, what: string): readonly unknown[] {
  if (data === null || data === '') return []
  if (!Array.isArray(data)) throw new BrokerError('malformed', `${what}: no list`)
  return data.filter((row: unknown) => !isElsewhere(row))
}

/** Rows of other segments (shares, commodities) are skipped, whatever their fields. */
function isElsewhere(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'exchange' in row && typeof row.exchange === 'string' && !EXCHANGES.has(row.exchange)
}

function parsed<Value>(shape: z.ZodType<Value>, data: unknown, what: string): Value {
  const value = shape.safeParse(data)
  if (value.success) return value.data
  const fields = [...new Set(value.error.issues.map(({ path }) => path.join('.')))].join(', ')
  throw new BrokerError('malformed', `${what}: ${fields || 'no object'} cannot be read`)
}

/** How far the broker's clock may be ahead of ours. */
const CLOCKS_APART = MINUTE

/** `HH:mm:ss` in India, on the latest day that is not after `now`; `now` when it is no such time. */
function timeOfFill(time: string, now: Instant): Instant {
  const minute = parseTimeOfDay(time.slice(0, 5))
  const seconds = Number(time.slice(6))
  if (minute === null || !(seconds >= 0 && seconds < 60)) return now
  const today = istInstant(istDate(now), minute) + seconds * SECOND
  return today > now + CLOCKS_APART ? today - DAY : today
}
