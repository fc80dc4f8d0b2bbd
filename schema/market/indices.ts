import { paise, type Paise } from '../money.ts'

/** The indices whose options are traded, as the exchanges name them in their contracts. */
export const IndexSymbol = {
  NIFTY: 'NIFTY',
  BANKNIFTY: 'BANKNIFTY',
  SENSEX: 'SENSEX',
  MIDCPNIFTY: 'MIDCPNIFTY',
} as const
export type IndexSymbol = (typeof IndexSymbol)[keyof typeof IndexSymbol]

export type CashExchange = 'NSE' | 'BSE'
export type OptionExchange = 'NFO' | 'BFO'
export type Exchange = CashExchange | OptionExchange

export interface IndexInfo {
  readonly symbol: IndexSymbol
  /** As people say it. */
  readonly label: string
  readonly exchange: CashExchange
  readonly optionExchange: OptionExchange
  /** The broker's token of the index itself (smartapi: the 999… form). */
  readonly token: string
  /** Distance of neighbouring strikes near the money. */
  readonly strikeStep: Paise
  /** What the product shows (the specification's values); MarketRules.ts decides what is really traded. */
  readonly shown: { readonly cycle: 'weekly' | 'monthly'; readonly expiryDay: 'Thursday' | 'last Tuesday'; readonly lot: number }
}

export const INDICES: Readonly<Record<IndexSymbol, IndexInfo>> = {
  NIFTY: {
    symbol: 'NIFTY',
    label: 'Nifty 50',
    exchange: 'NSE',
    optionExchange: 'NFO',
    token: '99926000',
    strikeStep: paise(50_00),
    shown: { cycle: 'weekly', expiryDay: 'Thursday', lot: 75 },
  },
  BANKNIFTY: {
    symbol: 'BANKNIFTY',
    label: 'Bank Nifty',
    exchange: 'NSE',
    optionExchange: 'NFO',
    token: '99926009',
    strikeStep: paise(100_00),
    shown: { cycle: 'monthly', expiryDay: 'last Tuesday', lot: 35 },
  },
  SENSEX: {
    symbol: 'SENSEX',
    label: 'Sensex',
    exchange: 'BSE',
    optionExchange: 'BFO',
    token: '99919000',
    strikeStep: paise(100_00),
    shown: { cycle: 'weekly', expiryDay: 'Thursday', lot: 20 },
  },
  MIDCPNIFTY: {
    symbol: 'MIDCPNIFTY',
    label: 'Midcap',
    exchange: 'NSE',
    optionExchange: 'NFO',
    token: '99926074',
    strikeStep: paise(25_00),
    shown: { cycle: 'monthly', expiryDay: 'last Tuesday', lot: 140 },
  },
}

export const INDEX_SYMBOLS = Object.keys(INDICES) as readonly IndexSymbol[]

export function isIndexSymbol(text: string): text is IndexSymbol {
  return Object.hasOwn(INDICES, text)
}

/** What people call an index where it is not what its contracts are called: the one place that knows both. */
const SHOWN_NAMES: { readonly [Symbol in IndexSymbol]?: string } = { MIDCPNIFTY: 'MIDCAP' }

/** The name of an index as users read and write it. Any other text, such as an option's symbol, is returned as it is. */
export function shownIndex(symbol: string): string {
  return isIndexSymbol(symbol) ? (SHOWN_NAMES[symbol] ?? symbol) : symbol
}

/** All indices as users read and write them. */
export const SHOWN_INDICES: readonly string[] = INDEX_SYMBOLS.map(shownIndex)

/** The names an index may be given by. */
export const INDEX_NAMES: readonly string[] = [...new Set([...SHOWN_INDICES, ...INDEX_SYMBOLS])]

/** Indices that people ask for and that are not traded here, with the reason. */
const NOT_TRADED: Readonly<Record<string, string>> = {
  FINNIFTY: `FINNIFTY is not traded here: subscribers choose from ${SHOWN_INDICES.join(', ')}`,
}

/** Why an index that people may ask for is not traded; null for any other name. */
export function whyNotTraded(name: string): string | null {
  return Object.hasOwn(NOT_TRADED, name) ? NOT_TRADED[name]! : null
}

/** The index of a name that a user writes, the exchange's own accepted too; null for anything else. */
export function indexNamed(name: string): IndexSymbol | null {
  return isIndexSymbol(name) ? name : (INDEX_SYMBOLS.find((symbol) => SHOWN_NAMES[symbol] === name) ?? null)
}
