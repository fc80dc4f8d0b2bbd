import { z } from 'zod'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { OrderDesk } from '../desk/OrderDesk.ts'
import type { ConversionWish } from '../orders/convertPosition.ts'
import type { Refusal } from './parseOrder.ts'

const Product = z.enum(['CARRYFORWARD', 'INTRADAY'])
/** The official SDK's example leaves the token out. */
const ConvertRequest = z.object({
  exchange: z.enum(['NFO', 'BFO']),
  symboltoken: z.string().optional(),
  tradingsymbol: z.string(),
  oldproducttype: z.string(),
  newproducttype: z.string(),
  transactiontype: z.enum(['BUY', 'SELL']),
  quantity: z
    .union([z.string().regex(/^\d+$/), z.number()])
    .transform(Number)
    .pipe(z.number().int().positive()),
  type: z.literal('DAY'),
})

/** Parses convertPosition (SmartAPI §5.2), or says why it is refused. Ignores unknown fields. */
export function parseConversion(body: unknown, desk: OrderDesk, clientCode: string): Result<ConversionWish, Refusal> {
  const parsed = ConvertRequest.safeParse(body)
  if (!parsed.success) return err({ code: 'AB1004', message: z.prettifyError(parsed.error) })
  const { exchange, symboltoken, tradingsymbol, oldproducttype, newproducttype, transactiontype: side, quantity: units } = parsed.data
  const [from, to] = [Product.safeParse(oldproducttype), Product.safeParse(newproducttype)]
  if (!from.success || !to.success) return err({ code: 'AB1012', message: 'Invalid Product Type' })
  const held = desk.book
    .positions(clientCode)
    .find((position) => position.exchange === exchange && position.tradingSymbol === tradingsymbol)
  if (!held || (symboltoken !== undefined && symboltoken !== held.token)) return err({ code: 'AB1009', message: 'Symbol Not Found' })
  return ok({ clientCode, exchange, token: held.token, side, from: from.data, to: to.data, units })
}
