import { err, ok, type Result } from '../../errors.ts'
import { fromRupees, paise, toRupees, type Paise } from '../../money.ts'
import { MONTHS } from '../../months.ts'
import { isDay, type IsoDate } from '../../time.ts'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../indices.ts'
import type { MarketRules } from '../MarketRules.ts'
import { optionSymbol } from './optionSymbol.ts'
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
const WEEKLY = /^([A-Z]+)(\d\d)([1-9OND])(\d\d)(\d+(?:\.\d+)?)(CE|PE)$/
const MONTHLY = /^([A-Z]+)(\d\d)([A-Z]{3})(\d+(?:\.\d+)?)(CE|PE)$/

/**
 * Strikes, and years of expiries, of the indices: they tell the readings of a symbol apart, as NIFTY25JAN24500CE of 25 January 2024 at 500
 * and of January 2025 at 24,500.
 */
const USUAL = { least: fromRupees(1_000), most: fromRupees(200_000), since: '2015' }

/** The contract of a trading symbol as the broker writes it (optionSymbol.ts). The error says why there is none: see checkedContract. */
export function contractNamed(rules: MarketRules, symbol: string): Result<NamedContract, string> {
  const named = contractsNamed(rules, symbol)
  if (!named.ok) return named
  const own = named.value.find((contract) => contract.symbol === symbol)
  return own ? ok(own) : err(`the broker writes this contract ${named.value[0]!.symbol}`)
}

/**
 * The contracts that a trading symbol may name, at least one: as the broker writes it (optionSymbol.ts), or as exchanges and other brokers
 * write those of the NSE, too: NIFTY2410421700CE of a week, NIFTY24JAN21700CE of a month. The error says why there is none: see
 * checkedContract.
 */
export function contractsNamed(rules: MarketRules, symbol: string): Result<readonly NamedContract[], string> {
  const index = INDEX_SYMBOLS.find((name) => symbol.startsWith(name) && /^\d/.test(symbol.slice(name.length)))
  const read = index === undefined ? [] : readings(rules, index, symbol)
  const named = read.flatMap((reading) => (reading.ok ? reading.value : []))
  const usual = named.filter(isUsual)
  if (named.length > 0) return ok(usual.length > 0 ? usual : named)
  return read.find((reading) => !reading.ok) ?? err(`no trading symbol of an index option, like NIFTY04JAN2421700CE or SENSEX2691780500CE`)
}

function readings(rules: MarketRules, index: IndexSymbol, symbol: string): Result<NamedContract, string>[] {
  const others = [weeklyOf(rules, index, symbol), monthlyOf(rules, index, symbol)].filter((other) => other !== null)
  if (INDICES[index].optionExchange === 'BFO') return others
  const nfo = NFO.exec(symbol)
  const month = nfo && monthNumber(nfo[3]!)
  const usual = others.filter((other) => other.ok && isUsual(other.value))
  if (!nfo || !month) return usual
  return [checkedContract(rules, index, `20${nfo[4]}-${month}-${nfo[2]}`, rupees(nfo[5]!), optionType(nfo[6]!)), ...usual]
}

/** By year, month as 1–9, O, N or D, and day; null: not written so. */
function weeklyOf(rules: MarketRules, index: IndexSymbol, symbol: string): Result<NamedContract, string> | null {
  const match = WEEKLY.exec(symbol)
  if (!match) return null
  const month = String('123456789OND'.indexOf(match[3]!) + 1).padStart(2, '0')
  return checkedContract(rules, index, `20${match[2]}-${month}-${match[4]}`, rupees(match[5]!), optionType(match[6]!))
}

/** By year and month: of the month's last expiry; null: not written so. */
function monthlyOf(rules: MarketRules, index: IndexSymbol, symbol: string): Result<NamedContract, string> | null {
  const match = MONTHLY.exec(symbol)
  const month = match && monthNumber(match[3]!)
  if (!match || !month) return null
  const first = `20${match[2]}-${month}-01`
  // A month has at most five weekly expiries and the monthly one among them.
  const expiry = rules
    .expiriesFrom(index, first, 6)
    .find((date) => date.startsWith(first.slice(0, 7)) && rules.isMonthlyExpiry(index, date))
  return expiry === undefined ? null : checkedContract(rules, index, expiry, rupees(match[4]!), optionType(match[5]!))
}

function isUsual({ strike, expiry }: NamedContract): boolean {
  return strike >= USUAL.least && strike <= USUAL.most && expiry >= USUAL.since
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
  if (!isDay(expiry)) return err(`expected an expiry like 2024-01-25, found ${JSON.stringify(expiry)}`)
  const { strikeStep } = INDICES[index]
  if (!(strike > 0) || strike % strikeStep !== 0)
    return err(`strikes of ${index} are multiples of ${toRupees(strikeStep)}, found ${toRupees(strike)}`)
  if (!rules.isTradingDay(expiry)) return err(`no option expires on ${expiry}, when nothing is traded`)
  return ok({ index, expiry, strike, type, symbol: optionSymbol(rules, index, expiry, strike, type) })
}

function monthNumber(name: string): string | null {
  const month = MONTHS.indexOf(name) + 1
  return month === 0 ? null : String(month).padStart(2, '0')
}

function rupees(text: string): Paise {
  return paise(Math.round(Number(text) * 100))
}

function optionType(text: string): OptionType {
  return text === 'CE' ? 'CE' : 'PE'
}
