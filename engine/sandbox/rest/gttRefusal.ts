import { z } from 'zod'
import type { GttErrorCode } from '../access/envelopes.ts'

export const GTT_CHANGES = ['createRule', 'modifyRule', 'cancelRule'] as const
export const GTT_READS = ['ruleDetails', 'ruleList'] as const

const Loose = z.looseObject({})

/** Why an order good till triggered is not taken: the first parameter that is wrong, and if none is, that there are no such orders here. */
export function gttRefusal(call: (typeof GTT_CHANGES | typeof GTT_READS)[number], body: unknown) {
  const parsed = Loose.safeParse(body)
  const given = parsed.success ? parsed.data : {}
  const text = (name: string) => (typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : '')
  const wrong = (code: GttErrorCode, message: string) => ({ code, message })
  if (call === 'ruleList')
    return Array.isArray(given['status']) ? wrong('AB9000', 'GTT is not served by the sandbox') : wrong('AB9004', 'Invalid status array')
  if (call !== 'createRule') return wrong('AB9013', 'Invalid rule id')
  if (text('symboltoken') === '') return wrong('AB9011', 'Invalid symbol token')
  if (!['NSE', 'BSE'].includes(text('exchange'))) return wrong('AB9010', 'Invalid exchange segment')
  if (!['DELIVERY', 'MARGIN'].includes(text('producttype'))) return wrong('AB9015', 'Invalid product type')
  if (!(Number(text('qty')) > 0)) return wrong('AB9006', 'Invalid quantity')
  if (!(Number(text('price')) > 0)) return wrong('AB9008', 'Invalid price')
  if (!(Number(text('triggerprice')) > 0)) return wrong('AB9009', 'Invalid trigger price')
  return wrong('AB9000', 'GTT is not served by the sandbox')
}
