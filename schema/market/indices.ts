import { paise, type Paise } from '../money.ts'

/** The indices whose options are traded. */
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
