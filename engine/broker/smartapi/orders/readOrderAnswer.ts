import { z } from 'zod'
import type { Doubt } from '../../port.ts'
import { mayBeFailure, provenByCode } from '../brokerCodes.ts'
import { describeText, parseEnvelope, THROTTLE_TEXT } from '../readEnvelope.ts'
import type { RawAnswer } from '../SmartApiHttp.ts'
import { provenByText, refusalInWords } from './orderTexts.ts'

/**
 * What an answer to a call on an order proves. `taken`: the broker has it; `busy`: it was turned away by a limit, and nothing was done;
 * `signedOut`: the same, for an expired session; `refused`: the broker says why it was not taken; `unknown`: none of these.
 */
export type OrderAnswer =
  | { readonly kind: 'taken'; readonly brokerOrderId: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'signedOut'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly doubt: Doubt }

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
    return unanswered(describeText(status, body))
  }
  const { success, code, message } = envelope
  const said = `${message ?? 'no message'}${code === null ? '' : ` (${code})`}`
  if (success === true) {
    const data = placed.safeParse(envelope.data)
    return data.success ? { kind: 'taken', brokerOrderId: data.data.orderid } : unanswered('a success without the id of an order')
  }
  const [byCode, byText] = [provenByCode(code), provenByText(message ?? '')]
  if (byCode === 'signedOut') return { kind: 'signedOut', code, message: said }
  if (byCode === 'busy' || byText === 'busy') return { kind: 'busy' }
  if (success === false && (byCode === 'refused' || byText === 'refused'))
    return { kind: 'refused', code, message: refusalInWords(message ?? 'nothing', code) }
  // The broker says no, without a word of a failure on the way, in words that are not known.
  if (success === false && status < 500 && byText === null && !mayBeFailure(code)) return { kind: 'unknown', reason: said, doubt: 'denied' }
  return unanswered(`HTTP ${status}, ${said}`)
}

function unanswered(reason: string): OrderAnswer {
  return { kind: 'unknown', reason, doubt: 'unanswered' }
}
