import { err, ok, type Result } from '../../errors.ts'
import { paise, toRupees, type Paise } from '../../money.ts'
import { istInstant, type IsoDate } from '../../time.ts'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../indices.ts'
import type { MarketRules } from '../MarketRules.ts'
import { monthName, optionSymbol } from './optionSymbol.ts'
import type { OptionType } from '../OptionType.ts'

/** An option as files name it. */
export interface NamedContract {
  readonly index: IndexSymbol
  readonly expiry: IsoDate
  readonly strike: Paise
  readonly type: OptionType
  /** As the broker writes it (optionSymbol.ts). */
  readonly symbol: string
}

const NFO = /^([A-Z]+)(\d\d)([A-Z]{3})(\d\d)(\d+(?:\.\d+)?)(CE|PE)$/
const BFO_WEEKLY = /^([A-Z]+)(\d\d)([1-9OND])(\d\d)(\d+(?:\.\d+)?)(CE|PE)$/
const BFO_MONTHLY = /^([A-Z]+)(\d\d)([A-Z]{3})(\d+(?:\.\d+)?)(CE|PE)$/

/** The contract of a trading symbol as the broker writes it. The error says why there is none: see checkedContract. */
export function contractNamed(rules: MarketRules, symbol: string): Result<NamedContract, string> {
  const index = INDEX_SYMBOLS.find((name) => symbol.startsWith(name) && /^\d/.test(symbol.slice(name.length)))
  const strange = err(`no trading symbol of an index option, like NIFTY04JAN2421700CE or SENSEX2691780500CE`)
  if (index === undefined) return strange
  const onNfo = INDICES[index].optionExchange === 'NFO'
  const nfo = onNfo ? NFO.exec(symbol) : null
  const weekly = onNfo ? null : BFO_WEEKLY.exec(symbol)
  const monthly = onNfo || weekly ? null : BFO_MONTHLY.exec(symbol)
  if (nfo) {
    const month = monthNumber(nfo[3]!)
    return month === null ? strange : checkedContract(rules, index, `20${nfo[4]}-${month}-${nfo[2]}`, rupees(nfo[5]!), optionType(nfo[6]!))
  }
  if (weekly) {
    const month = String('123456789OND'.indexOf(weekly[3]!) + 1).padStart(2, '0')
    return checkedContract(rules, index, `20${weekly[2]}-${month}-${weekly[4]}`, rupees(weekly[5]!), optionType(weekly[6]!))
  }
  const month = monthly && monthNumber(monthly[3]!)
  if (!month) return strange
  const first = `20${monthly[2]}-${month}-01`
  // A month has at most five weekly expiries and the monthly one among them.
  const expiry = rules
    .expiriesFrom(index, first, 6)
    .find((date) => date.startsWith(first.slice(0, 7)) && rules.isMonthlyExpiry(index, date))
  return expiry === undefined ? strange : checkedContract(rules, index, expiry, rupees(monthly[4]!), optionType(monthly[5]!))
}

/**
 * The contract of an index with an expiry, strike and type. The error says what the dated rules of the market exclude: an
 * expiry on a day without trading, a strike between the steps.
 */
export function checkedContract(
  rules: MarketRules,
  index: IndexSymbol,
  expiry: IsoDate,
  strike: Paise,
  type: OptionType,
): Result<NamedContract, string> {
  const midnight = istInstant(expiry, 0)
  if (!/^\d{4}-\d\d-\d\d$/.test(expiry) || Number.isNaN(midnight) || !new Date(`${expiry}T00:00:00Z`).toISOString().startsWith(expiry))
    return err(`expected an expiry like 2024-01-25, found ${JSON.stringify(expiry)}`)
  const { strikeStep } = INDICES[index]
  if (!(strike > 0) || strike % strikeStep !== 0)
    return err(`strikes of ${index} are multiples of ${toRupees(strikeStep)}, found ${toRupees(strike)}`)
  if (!rules.isTradingDay(expiry)) return err(`no option expires on ${expiry}, when nothing is traded`)
  return ok({ index, expiry, strike, type, symbol: optionSymbol(rules, index, expiry, strike, type) })
}

function monthNumber(name: string): string | null {
  const month = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).find(
    (number) => monthName(`2000-${number}-01`) === name,
  )
  return month ?? null
}

function rupees(text: string): Paise {
  return paise(Math.round(Number(text) * 100))
}

function optionType(text: string): OptionType {
  return text === 'CE' ? 'CE' : 'PE'
}
