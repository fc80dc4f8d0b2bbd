import { z } from 'zod'
import { endsSession, refusesAccount, UNREGISTERED_ADDRESS } from '../brokerCodes.ts'
import { describeText, parseEnvelope, THROTTLE_TEXT, type Envelope } from '../readEnvelope.ts'
import type { RawAnswer } from '../SmartApiHttp.ts'

/**
 * What an answer to a call on an order proves. `taken`: the broker has it; `busy`: it was turned away by a limit, and nothing was done;
 * `signedOut`: the same, for an expired session; `refused`: the broker says why it was not taken; `unknown`: none of these.
 */
export type OrderAnswer =
  | { readonly kind: 'taken'; readonly brokerOrderId: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'signedOut'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Codes that name one thing that is wrong with an order: variety, symbol, product, unknown order, tag, cautionary list … */
const REFUSALS: ReadonlySet<string> = new Set(['AB1008', 'AB1009', 'AB1012', 'AB1013', 'AB1018', 'AB2002', 'AB4008', 'AB4036'])

/** The broker's code for the exchange gateway's errors as well as for a wrong login: of an order it proves nothing. */
const AMBIGUOUS_CREDENTIAL = 'AB1007'

/** Words of an order check. They are needed where the code, or its absence, proves nothing. */
const REFUSAL_TEXT = new RegExp(
  [
    'price protection|outside the (day|limit|price|permitted)|beyond (the )?permitted|price (range|band)|circuit|multiple of|freeze quantity',
    'insufficient|margin (shortfall|required)|not allowed|not permitted|market is closed|banned|blocked for trading|rms:',
    'invalid (order|price|quantity|trigger|product|symbol|token|variety|duration|exchange)|cannot be (modified|cancelled|canceled)',
  ].join('|'),
  'i',
)
/** Words of a failure in transit, in any answer. */
const FAILURE_TEXT = /timed? ?out|try (again|later)|went wrong|internal|unable to|no response|gateway/i

const placed = z.object({
  orderid: z
    .union([z.string(), z.number().int().positive()])
    .transform((id) => String(id).trim())
    .pipe(z.string().min(1)),
})

/** Classifies an answer. Anything not proven is `unknown`: an order thought refused that lives would be sent again. */
export function readOrderAnswer({ status, body }: RawAnswer): OrderAnswer {
  const envelope = parseEnvelope(body)
  if (!envelope) {
    if (status === 429 || THROTTLE_TEXT.test(body)) return { kind: 'busy' }
    return { kind: 'unknown', reason: describeText(status, body) }
  }
  const { success, code, message } = envelope
  const said = `${message ?? 'no message'}${code === null ? '' : ` (${code})`}`
  if (success === true) {
    const data = placed.safeParse(envelope.data)
    return data.success
      ? { kind: 'taken', brokerOrderId: data.data.orderid }
      : { kind: 'unknown', reason: 'a success without the id of an order' }
  }
  if (endsSession(code)) return { kind: 'signedOut', code, message: said }
  if (code === 'AB1021' || THROTTLE_TEXT.test(message ?? '')) return { kind: 'busy' }
  return refusalOf(envelope) ?? { kind: 'unknown', reason: `HTTP ${status}, ${said}` }
}

function refusalOf({ success, code, message }: Envelope): OrderAnswer | null {
  if (success !== false) return null
  if (code === UNREGISTERED_ADDRESS) {
    const words = 'the broker takes orders only from the address that is registered for the API key; register the address of this machine'
    return { kind: 'refused', code, message: `${words} (it says: ${message ?? 'nothing'})` }
  }
  const namesIt = code !== null && (REFUSALS.has(code) || (refusesAccount(code) && code !== AMBIGUOUS_CREDENTIAL))
  const saysIt = message !== null && REFUSAL_TEXT.test(message) && !FAILURE_TEXT.test(message)
  return namesIt || saysIt ? { kind: 'refused', code, message: message ?? 'the broker gave no reason' } : null
}
