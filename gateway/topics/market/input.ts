import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { INDEX_SYMBOLS, indexNamed } from '../../../schema/market/indices.ts'
import { BACKWARDS, date, emptyAllowed, indexSymbol, inOrder, instant, interval, wholeNumber } from '../../kit/inputFields.ts'

export const chartInput = z.object({ symbol: indexSymbol, interval: interval.default('1min') })
const datedInput = chartInput.extend({
  from: emptyAllowed(date('from')).describe('First date in India'),
  to: emptyAllowed(date('to')).describe('Last date in India'),
})
/** Without a check of its dates. */
export const stretchInput = datedInput.extend({
  limit: wholeNumber('limit', 1, LIMITS.candles.max).default(LIMITS.candles.default),
  before: emptyAllowed(instant('before')),
})
export const candlesInput = stretchInput.refine(inOrder, BACKWARDS)
export const barsInput = datedInput.refine(inOrder, BACKWARDS)
/** An index by any of its names, or what may be an option of one. */
function isPriced(symbol: string): boolean {
  return indexNamed(symbol) !== null || (INDEX_SYMBOLS.some((index) => symbol.startsWith(index)) && /^[A-Z0-9]+\d(CE|PE)$/.test(symbol))
}

export const symbolInput = z.object({ symbol: indexSymbol })
export const pricesInput = z.object({
  symbols: z
    .array(z.string().min(1, 'symbols must not be empty').max(40, 'symbols must be trading symbols of at most 40 characters'))
    .max(LIMITS.priceSymbols.max, {
      error: (issue) => `symbols must name at most ${LIMITS.priceSymbols.max}, got ${Array.isArray(issue.input) ? issue.input.length : 0}`,
    })
    .refine((symbols) => symbols.every(isPriced), {
      error: ({ input }) =>
        `symbols must be indices or option trading symbols, got ${(input as readonly string[]).find((symbol) => !isPriced(symbol))}`,
    }),
})
