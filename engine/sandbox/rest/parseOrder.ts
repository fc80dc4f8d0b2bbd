import { z } from 'zod'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { fromRupees, paise, type Paise } from '../../../schema/money.ts'
import type { OrderDesk } from '../desk/OrderDesk.ts'
import type { OrderTerms, SandboxOrder } from '../orders/Order.ts'
import type { Amendment } from '../orders/OrderExchange.ts'
import type { ApplicationErrorCode } from '../access/envelopes.ts'

export interface Refusal {
  readonly code: ApplicationErrorCode
  readonly message: string
}

/** From this many characters on a tag is too long. */
const TAG_LIMIT = 20

const Amount = z.union([z.string(), z.number()]).transform((value) => (value === '' ? NaN : Number(value)))
const PlaceRequest = z.object({
  variety: z.string(),
  tradingsymbol: z.string(),
  symboltoken: z.string(),
  transactiontype: z.enum(['BUY', 'SELL']),
  exchange: z.string(),
  ordertype: z.string(),
  producttype: z.string(),
  duration: z.string(),
  price: Amount,
  triggerprice: Amount.default(0),
  quantity: Amount,
  ordertag: z.string().default(''),
})
const ModifyRequest = PlaceRequest.pick({ variety: true, ordertype: true, price: true, triggerprice: true, quantity: true, duration: true })

/** Parses placeOrder (SmartAPI §5.3), or says why it is refused before an order exists. Ignores unknown fields. */
export function parsePlace(body: unknown, desk: OrderDesk, clientCode: string): Result<OrderTerms, Refusal> {
  const parsed = PlaceRequest.safeParse(body)
  if (!parsed.success) return refuse('AB1004', z.prettifyError(parsed.error))
  const { exchange, symboltoken: token, tradingsymbol: tradingSymbol, producttype, ordertag: tag, transactiontype: side } = parsed.data
  const kind = orderTypeOf(parsed.data)
  if (!kind.ok) return kind
  const option = exchange === 'NFO' || exchange === 'BFO' ? desk.option(exchange, token) : null
  if (!option || option.tradingSymbol !== tradingSymbol) return refuse('AB1009', 'Symbol Not Found')
  if (producttype !== 'CARRYFORWARD' && producttype !== 'INTRADAY') return refuse('AB1012', 'Invalid Product Type')
  if (tag.length >= TAG_LIMIT) return refuse('AB4008', `ordertag must be shorter than ${TAG_LIMIT} characters`)
  if (desk.faults.state('cautionary', clientCode)?.tokens.includes(token))
    return refuse('AB4036', 'The exchange has put this contract on its cautionary list')
  const amounts = amountsOf(parsed.data)
  if (!amounts.ok) return amounts
  const contract = { exchange: option.exchange, token, tradingSymbol }
  return ok({ ...contract, side, product: producttype, orderType: kind.value, ...amounts.value, tag })
}

/** Parses the changes of modifyOrder, or says why not. */
export function parseModify(body: unknown, { orderType }: SandboxOrder): Result<Amendment, Refusal> {
  const parsed = ModifyRequest.safeParse(body)
  if (!parsed.success) return refuse('AB1004', z.prettifyError(parsed.error))
  const kind = orderTypeOf(parsed.data)
  if (!kind.ok) return kind
  if (orderType === 'LIMIT' && kind.value !== 'LIMIT') return refuse('AB1004', 'A LIMIT order does not become a stop order')
  const amounts = amountsOf(parsed.data)
  return amounts.ok ? ok({ orderType: kind.value, ...amounts.value }) : amounts
}

type Kind = Pick<z.infer<typeof PlaceRequest>, 'variety' | 'ordertype' | 'duration'>

function orderTypeOf({ variety, ordertype, duration }: Kind): Result<'LIMIT' | 'STOPLOSS_LIMIT', Refusal> {
  if (variety === 'ROBO') return refuse('AB2002', 'ROBO orders are blocked')
  if (variety !== 'NORMAL' && variety !== 'STOPLOSS') return refuse('AB1008', 'Invalid Order Variety')
  if (ordertype === 'MARKET' || ordertype === 'STOPLOSS_MARKET') return refuse('AB1004', 'MARKET orders are not allowed through the API')
  if (ordertype !== 'LIMIT' && ordertype !== 'STOPLOSS_LIMIT') return refuse('AB1004', `There is no order type ${ordertype}`)
  if (duration !== 'DAY') return refuse('AB1004', `${duration} orders are not allowed through the API`)
  if ((variety === 'STOPLOSS') !== (ordertype === 'STOPLOSS_LIMIT'))
    return refuse('AB1008', `${ordertype} is no order of variety ${variety}`)
  return ok(ordertype)
}

interface Amounts {
  readonly price: Paise
  readonly triggerPrice: Paise
  readonly quantity: number
}

function amountsOf(
  given: Pick<z.infer<typeof PlaceRequest>, 'price' | 'triggerprice' | 'quantity' | 'ordertype'>,
): Result<Amounts, Refusal> {
  const { price, triggerprice, quantity, ordertype } = given
  const most = Number.MAX_SAFE_INTEGER / 1_000
  const known = [price, triggerprice, quantity].every((amount) => Number.isFinite(amount) && Math.abs(amount) < most)
  if (!known || !Number.isInteger(quantity))
    return refuse('AB1004', 'price, triggerprice and quantity must be numbers, quantity a whole one')
  const triggerPrice = ordertype === 'STOPLOSS_LIMIT' ? fromRupees(triggerprice) : paise(0)
  return ok({ price: fromRupees(price), triggerPrice, quantity })
}

function refuse(code: ApplicationErrorCode, message: string) {
  return err({ code, message })
}
