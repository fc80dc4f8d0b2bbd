import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol, type OptionExchange } from '../../../schema/market/indices.ts'
import { monthName, optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { addDays, DAY, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'

/** One option of the sandbox. */
export interface OptionContract {
  readonly token: string
  readonly tradingSymbol: string
  readonly exchange: OptionExchange
  readonly index: IndexSymbol
  readonly expiry: IsoDate
  /** The close of the expiry day's session. */
  readonly expiresAt: Instant
  readonly strike: Paise
  readonly type: OptionType
  readonly lot: number
}

// A token is nine digits: one for index and type, four for the days from TOKEN_EPOCH to expiry, four for the strike in steps of 25 rupees.
const TOKEN_EPOCH: IsoDate = '2020-01-01'
const STRIKE_UNIT = 25_00
const TOKEN = /^([1-8])(\d{4})(\d{4})$/

/** The contract of an index, expiry, strike (a multiple of 25 rupees) and type. Equal arguments give equal contracts, on every day. */
export function optionContract(index: IndexSymbol, expiry: IsoDate, strike: Paise, type: OptionType): OptionContract {
  const days = Math.round((Date.parse(expiry) - Date.parse(TOKEN_EPOCH)) / DAY)
  const kind = 1 + 2 * INDEX_SYMBOLS.indexOf(index) + (type === 'CE' ? 0 : 1)
  return {
    token: `${kind}${fourDigits(days)}${fourDigits(strike / STRIKE_UNIT)}`,
    tradingSymbol: optionSymbol(SHIPPED_MARKET_RULES, index, expiry, strike, type),
    exchange: INDICES[index].optionExchange,
    index,
    expiry,
    expiresAt: SHIPPED_MARKET_RULES.sessionHours(expiry).close,
    strike,
    type,
    lot: SHIPPED_MARKET_RULES.lotFor(index, expiry),
  }
}

/** The contract of a token; null when this exchange issues no such token. Does not check whether it is listed. */
export function contractOfToken(token: string): OptionContract | null {
  const match = TOKEN.exec(token)
  if (!match) return null
  const kind = Number(match[1]) - 1
  const index = INDEX_SYMBOLS[Math.floor(kind / 2)]!
  const strike = paise(Number(match[3]) * STRIKE_UNIT)
  if (strike === 0 || strike % INDICES[index].strikeStep !== 0) return null
  return optionContract(index, addDays(TOKEN_EPOCH, Number(match[2])), strike, kind % 2 === 0 ? 'CE' : 'PE')
}

/** `24NOV2026`, as the instrument master writes an expiry. */
export function masterDate(date: IsoDate): string {
  return `${date.slice(8)}${monthName(date)}${date.slice(0, 4)}`
}

function fourDigits(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value > 9_999) throw new RangeError(`${value} does not fit four digits of a token`)
  return String(value).padStart(4, '0')
}
