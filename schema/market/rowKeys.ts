import type { MarketTables } from './MarketTables.ts'

export type TableName = keyof MarketTables
export type TableRow<Name extends TableName = TableName> = MarketTables[Name][number]

/** What makes a row of a table the same row: no two of a table share it. */
export const ROW_KEYS: { readonly [Name in TableName]: (row: TableRow<Name>) => string } = {
  coveredYears: String,
  holidays: ({ date }) => date,
  specialSessions: ({ date }) => date,
  sessionHours: ({ segment, from }) => `${segment} from ${from}`,
  closingAuctions: ({ from }) => from,
  tradingCutoffs: ({ day, from }) => `${day} from ${from}`,
  expiryRules: ({ index, from }) => `${index} from ${from}`,
  lotRules: ({ index, from }) => `${index} from ${from}`,
  freezeRules: ({ index, from }) => `${index} from ${from}`,
  priceProtections: ({ exchange, from }) => `${exchange} from ${from}`,
  chargeRates: ({ kind, exchange, from }) => `${kind} of ${exchange} from ${from}`,
}
