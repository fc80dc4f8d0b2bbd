import { z } from 'zod'
import { INTERVALS } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'

/** A whole number within bounds; text is taken as a number, because query strings carry text. */
export function wholeNumber(name: string, min: number, max: number) {
  const error = (issue: { readonly input?: unknown }) => `${name} must be a whole number from ${min} to ${max}, got ${String(issue.input)}`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int({ error }).min(min, { error }).max(max, { error }),
  )
}

export const indexSymbol = z.enum(INDEX_SYMBOLS, {
  error: (issue) => `symbol must be one of ${INDEX_SYMBOLS.join(', ')}, got ${String(issue.input)}`,
})

export const interval = z.enum(INTERVALS, {
  error: (issue) => `interval must be one of ${INTERVALS.join(', ')}, got ${String(issue.input)}`,
})

export function id(name: string) {
  return z.uuid({ error: (issue) => `${name} must be an id, got ${String(issue.input)}` })
}
