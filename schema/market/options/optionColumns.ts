import { err, ok, type Result } from '../../errors.ts'
import { paise } from '../../money.ts'
import type { ColumnNames, CsvHeader } from '../csv/csvHeader.ts'
import { quoteField } from '../csv/CsvLines.ts'
import { indexNamed, SHOWN_INDICES } from '../indices.ts'
import type { MarketRules } from '../MarketRules.ts'
import { checkedContract, contractNamed, type NamedContract } from './contractNamed.ts'
import type { OptionType } from '../OptionType.ts'

const NAMES = {
  symbol: ['symbol', 'contract', 'tradingsymbol', 'trading_symbol', 'ticker'],
  index: ['index', 'underlying', 'name'],
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

/**
 * Makes a reader of the contract in a row's fields, by the file's header: the broker's trading symbol, or index, expiry, strike in rupees
 * and type. Where a row has both, they must agree. The reader returns what is wrong in words; a contract is worked out once.
 */
export function contractReader(
  header: CsvHeader,
  rules: MarketRules,
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
  return ok((fields) => {
    const key = positions.map((position) => fields[position]).join(',')
    let contract = known.get(key)
    if (contract === undefined) {
      contract = contractOf((name) => (at.has(name) ? fields[at.get(name)!]!.trim() : null), rules)
      known.set(key, contract)
    }
    return contract
  })
}

function contractOf(field: (name: keyof typeof NAMES) => string | null, rules: MarketRules): NamedContract | string {
  const [symbol, index, expiry, strike, type] = [field('symbol'), field('index'), field('expiry'), field('strike'), field('type')]
  const namedType = type === null ? null : TYPES.get(type.toUpperCase())
  if (namedType === undefined) return `type ${quoteField(type!)} is not CE or PE`
  const strikePaise = strike === null ? null : paise(Math.round(Number(strike) * 100))
  if (strikePaise !== null && !Number.isSafeInteger(strikePaise)) return `strike ${quoteField(strike!)} is not a number`
  const namedIndex = index === null ? null : indexNamed(index.toUpperCase())
  if (index !== null && namedIndex === null) return `index ${quoteField(index)} is not one of ${SHOWN_INDICES.join(', ')}`
  if (symbol === null) {
    const contract = checkedContract(rules, namedIndex!, expiry!, strikePaise!, namedType!)
    return contract.ok ? contract.value : contract.error
  }
  const contract = contractNamed(rules, symbol)
  if (!contract.ok) return `${quoteField(symbol)}: ${contract.error}`
  const { value } = contract
  if (namedIndex !== null && namedIndex !== value.index) return `${symbol} is not of the index ${index}`
  if (expiry !== null && expiry !== value.expiry) return `${symbol} expires on ${value.expiry}, not on ${expiry}`
  if (strikePaise !== null && strikePaise !== value.strike) return `${symbol} has another strike than ${strike}`
  if (namedType !== null && namedType !== value.type) return `${symbol} is another type than ${type}`
  return value
}
