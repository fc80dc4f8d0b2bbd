import { err, ok, type Result } from '../../errors.ts'
import { paise, toRupees } from '../../money.ts'
import { csvDateReader, type DateOrder } from '../csv/csvDate.ts'
import type { ColumnNames, CsvHeader } from '../csv/csvHeader.ts'
import { quoteField } from '../csv/CsvLines.ts'
import { indexNamed, SHOWN_INDICES } from '../indices.ts'
import type { MarketRules } from '../MarketRules.ts'
import { checkedContract, contractsNamed, type NamedContract } from './contractNamed.ts'
import type { OptionType } from '../OptionType.ts'

const NAMES = {
  symbol: ['symbol', 'contract', 'tradingsymbol', 'trading_symbol', 'ticker'],
  index: ['index', 'underlying', 'name', 'stock_code'],
  expiry: ['expiry', 'expiry_date'],
  strike: ['strike', 'strike_price'],
  type: ['type', 'option_type', 'right'],
} as const satisfies Readonly<Record<string, ColumnNames>>

const TYPES: ReadonlyMap<string, OptionType> = new Map([
  ['CE', 'CE'],
  ['C', 'CE'],
  ['CALL', 'CE'],
  ['PE', 'PE'],
  ['P', 'PE'],
  ['PUT', 'PE'],
])

/** An exchange before a symbol: NFO:NIFTY… */
const EXCHANGE = /^(?:NFO|BFO|NSE|BSE):/

/** What a vendor calls an index that nobody else calls so. */
const VENDOR_NAMES: ReadonlyMap<string, string> = new Map([['CNXBAN', 'BANKNIFTY']])

/**
 * Makes a reader of the contract in a row's fields, by the file's header: the broker's trading symbol, or index, expiry, strike in rupees
 * and type. Where a row has both, they must agree; a symbol that is read in no known way is passed over then. The reader returns what is
 * wrong in words; a contract is worked out once.
 */
export function contractReader(
  header: CsvHeader,
  rules: MarketRules,
  dates: DateOrder | null = null,
): Result<(fields: readonly string[]) => NamedContract | string, string> {
  const at = new Map<string, number>()
  for (const [name, names] of Object.entries(NAMES)) {
    const position = header.find(names)
    if (!position.ok) return position
    if (position.value !== null) at.set(name, position.value)
  }
  const parts = ['index', 'expiry', 'strike', 'type'] as const
  if (!at.has('symbol') && !parts.every((part) => at.has(part)))
    return err('expected a column symbol in the header, or the columns index, expiry, strike and type')

  const positions = [...at.values()]
  const known = new Map<string, NamedContract | string>()
  const readDate = csvDateReader(dates)
  return ok((fields) => {
    const key = positions.map((position) => fields[position]).join(',')
    let contract = known.get(key)
    if (contract === undefined) {
      contract = contractOf((name) => (at.has(name) ? fields[at.get(name)!]!.trim().toUpperCase() : null), rules, readDate)
      known.set(key, contract)
    }
    return contract
  })
}

function contractOf(
  field: (name: keyof typeof NAMES) => string | null,
  rules: MarketRules,
  readDate: ReturnType<typeof csvDateReader>,
): NamedContract | string {
  const [symbol, index, expiry, strike, type] = [field('symbol'), field('index'), field('expiry'), field('strike'), field('type')]
  const namedType = type === null ? null : TYPES.get(type)
  if (namedType === undefined) return `type ${quoteField(type!)} is not CE or PE`
  const strikePaise = strike === null ? null : paise(Math.round(Number(strike) * 100))
  if (strikePaise !== null && !Number.isSafeInteger(strikePaise)) return `strike ${quoteField(strike!)} is not a number`
  const namedIndex = index === null ? null : indexNamed(VENDOR_NAMES.get(index) ?? index)
  if (index !== null && namedIndex === null) return `index ${quoteField(index)} is not one of ${SHOWN_INDICES.join(', ')}`
  const namedExpiry = expiry === null ? null : readDate(expiry, 'expiry')
  if (namedExpiry?.ok === false) return namedExpiry.error
  const date = namedExpiry?.value ?? null
  const isWhole = namedIndex !== null && date !== null && strikePaise !== null && namedType !== null
  const parts = isWhole ? checkedContract(rules, namedIndex, date, strikePaise, namedType) : null
  if (symbol === null) return parts!.ok ? parts!.value : parts!.error
  const named = contractsNamed(rules, symbol.replace(EXCHANGE, ''))
  if (!named.ok) return parts?.ok ? parts.value : `${quoteField(symbol)}: ${named.error}`
  const differences = named.value.map((contract) => difference(contract))
  const agreeing = named.value.filter((_, i) => differences[i] === null)
  const [first, second] = agreeing
  if (second) return `${symbol} may be ${inWords(first!)} or ${inWords(second)}: give the columns expiry and strike, too`
  return first ?? differences[0]!

  function difference(contract: NamedContract): string | null {
    if (namedIndex !== null && namedIndex !== contract.index) return `${symbol} is not of the index ${index}`
    if (date !== null && date !== contract.expiry) return `${symbol} expires on ${contract.expiry}, not on ${expiry}`
    if (strikePaise !== null && strikePaise !== contract.strike) return `${symbol} has another strike than ${strike}`
    if (namedType !== null && namedType !== contract.type) return `${symbol} is another type than ${type}`
    return null
  }
}

function inWords({ expiry, strike }: NamedContract): string {
  return `the strike ${toRupees(strike)} of ${expiry}`
}
