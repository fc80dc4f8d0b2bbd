import { z } from 'zod'
import { INDEX_SYMBOLS, isIndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'

/** An option contract in JSON columns. */
export const contractColumn = z.object({
  exchange: z.enum(['NFO', 'BFO']),
  token: z.string(),
  tradingSymbol: z.string(),
  index: z.string().refine(isIndexSymbol, { error: `one of ${INDEX_SYMBOLS.join(', ')}` }),
  expiry: z.iso.date(),
  strike: z.int().transform(paise),
  optionType: z.enum(['CE', 'PE']),
  lotSize: z.int().positive(),
  tick: z.int().positive().transform(paise),
})
