import { formatRupees, paise } from '../money.ts'
import type { ChargeRate } from './MarketTables.ts'
import type { TableName, TableRow } from './rowKeys.ts'

/** A market table as people read it. */
export interface TableColumns<Row> {
  readonly title: string
  readonly heads: readonly string[]
  /** A row's values with their units, one for each head; rows that differ differ in one of them. */
  readonly cellsOf: (row: Row) => readonly string[]
}

/** The tables, in the order in which they are shown. */
export const TABLE_COLUMNS: { readonly [Name in TableName]: TableColumns<TableRow<Name>> } = {
  coveredYears: { title: 'Years whose rules are all known', heads: ['year'], cellsOf: (year) => [String(year)] },
  holidays: { title: 'Holidays', heads: ['date', 'name'], cellsOf: ({ date, note }) => [date, note] },
  specialSessions: {
    title: 'Special sessions',
    heads: ['date', 'open', 'close', 'break', 'name'],
    cellsOf: ({ date, open, close, pauseFrom, pauseTo, note }) => [date, open, close, pauseFrom ? `${pauseFrom}–${pauseTo}` : '–', note],
  },
  sessionHours: {
    title: 'Regular sessions',
    heads: ['of', 'from', 'open', 'close'],
    cellsOf: ({ segment, from, open, close }) => [segment.toLowerCase(), from, open, close],
  },
  closingAuctions: {
    title: 'Closing auctions',
    heads: ['from', 'open', 'close'],
    cellsOf: ({ from, open, close }) => [from, open, close],
  },
  tradingCutoffs: {
    title: 'Last minutes of the session',
    heads: ['on', 'from', 'nothing entered', 'squared off'],
    cellsOf: ({ day, from, entryMinutes, squareOffMinutes }) => [
      ...[day === 'EXPIRY' ? 'expiry day' : 'other days', from, `${entryMinutes} min`, `${squareOffMinutes} min`],
    ],
  },
  expiryRules: {
    title: 'Expiry days',
    heads: ['index', 'from', 'weekly', 'monthly'],
    cellsOf: ({ index, from, weekly, monthly }) => [index, from, weekly?.toLowerCase() ?? '–', `last ${monthly.toLowerCase()}`],
  },
  lotRules: {
    title: 'Lots',
    heads: ['index', 'from', 'units', 'expiries with the lot before'],
    cellsOf: ({ index, from, lot, keptOldLot }) => [index, from, String(lot), keptOldLot.join(', ')],
  },
  freezeRules: {
    title: 'Freeze quantities',
    heads: ['index', 'from', 'units'],
    cellsOf: ({ index, from, units }) => [index, from, String(units)],
  },
  priceProtections: {
    title: 'Price protection',
    heads: ['exchange', 'from', 'premiums to', 'limits within', 'others within'],
    cellsOf: ({ exchange, from, nearPaise, amountPaise, percent }) => [
      ...[exchange, from, formatRupees(paise(nearPaise)), `±${formatRupees(paise(amountPaise))}`, `±${percent}%`],
    ],
  },
  chargeRates: {
    title: 'Charges',
    heads: ['kind', 'exchange', 'from', 'rate'],
    cellsOf: (rate) => [rate.kind.toLowerCase().replaceAll('_', ' '), rate.exchange, rate.from, rateText(rate)],
  },
}

export const TABLE_NAMES = Object.keys(TABLE_COLUMNS) as readonly TableName[]

function rateText({ kind, value }: ChargeRate): string {
  return kind === 'BROKERAGE' ? `${formatRupees(paise(value))} per order` : `${value}%`
}
