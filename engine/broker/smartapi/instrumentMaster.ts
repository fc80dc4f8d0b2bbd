import { z } from 'zod'
import { INDICES, isIndexSymbol } from '../../../schema/market/indices.ts'
import { paise } from '../../../schema/money.ts'
import { MONTHS } from '../../../schema/months.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { BrokerError, type OptionContract } from '../port.ts'

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value > 0)

/** One row; all values are text, `strike` and `tick_size` in hundredths of a rupee. */
const optionRow = z.object({
  token: z.string().regex(/^[0-9A-Za-z]{1,25}$/),
  symbol: z.string().regex(/^[A-Z0-9]+(CE|PE)$/),
  expiry: z.string().transform(parseExpiry).pipe(z.iso.date()),
  strike: decimal,
  lotsize: decimal,
  tick_size: decimal,
})

/**
 * The options of the supported indices among the rows of OpenAPIScripMaster.json.
 * Everything else in the file is skipped; rows that claim to be such an option and cannot be read, and second rows of
 * one token, are left out and counted in `dropped`. Throws a BrokerError when the file is no array.
 */
export function parseInstrumentMaster(file: unknown): { readonly contracts: readonly OptionContract[]; readonly dropped: number } {
  if (!Array.isArray(file)) throw new BrokerError('malformed', 'the instrument master is no array')
  const contracts = new Map<string, OptionContract>()
  let dropped = 0
  for (const row of file) {
    const index = supportedIndex(row)
    if (!index) continue
    const option = optionRow.safeParse(row)
    if (!option.success || contracts.has(`${index.optionExchange}:${option.data.token}`)) {
      dropped++
      continue
    }
    const { token, symbol, expiry, strike, lotsize, tick_size } = option.data
    contracts.set(`${index.optionExchange}:${token}`, {
      exchange: index.optionExchange,
      token,
      tradingSymbol: symbol,
      index: index.symbol,
      expiry,
      strike: paise(isInRupees(symbol, strike) ? strike * 100 : strike),
      optionType: symbol.endsWith('CE') ? 'CE' : 'PE',
      lotSize: lotsize,
      tick: paise(tick_size),
    })
  }
  return { contracts: [...contracts.values()], dropped }
}

/**
 * Whether a strike is in rupees, against the rule of the file: symbols of every pattern end with the strike in rupees. Of one that ends
 * with neither reading nothing is concluded.
 */
function isInRupees(symbol: string, strike: number): boolean {
  const named = symbol.slice(0, -2)
  return named.endsWith(String(strike)) && !named.endsWith(String(strike / 100))
}

/** The index a row is an option of. Symbols are not parsed: BSE symbols follow several patterns. */
function supportedIndex(row: unknown) {
  if (typeof row !== 'object' || row === null || !('instrumenttype' in row && 'name' in row && 'exch_seg' in row)) return null
  if (row.instrumenttype !== 'OPTIDX' || typeof row.name !== 'string' || !isIndexSymbol(row.name)) return null
  const index = INDICES[row.name]
  return row.exch_seg === index.optionExchange ? index : null
}

/** `28JUL2026` as `2026-07-28`; anything else fails the date check that follows. */
function parseExpiry(text: string): IsoDate {
  const month = String(MONTHS.indexOf(text.slice(2, 5).toUpperCase()) + 1).padStart(2, '0')
  return `${text.slice(5)}-${month}-${text.slice(0, 2)}`
}
