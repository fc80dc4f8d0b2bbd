import type { ChargeRate, MarketTables } from '../../schema/market/MarketTables.ts'
import { paise, toRupees } from '../../schema/money.ts'

/** All tables as text for people, a heading and aligned columns each. */
export function printMarketTables(tables: MarketTables): string {
  return [
    `Years whose rules are all known: ${tables.coveredYears.join(', ') || 'none'}`,
    table('Holidays', ['date', 'name'], tables.holidays, ({ date, note }) => [date, note]),
    table('Special sessions', ['date', 'open', 'close', 'break', 'name'], tables.specialSessions, (session) => [
      ...[session.date, session.open, session.close, session.pauseFrom ? `${session.pauseFrom}–${session.pauseTo}` : '–', session.note],
    ]),
    table('Regular sessions', ['of', 'from', 'open', 'close'], tables.sessionHours, ({ segment, from, open, close }) => [
      ...[segment.toLowerCase(), from, open, close],
    ]),
    table('Closing auctions', ['from', 'open', 'close'], tables.closingAuctions, ({ from, open, close }) => [from, open, close]),
    table(
      'Last minutes of the session',
      ['on', 'from', 'nothing entered', 'squared off'],
      tables.tradingCutoffs,
      ({ day, from, entryMinutes, squareOffMinutes }) => [
        ...[day === 'EXPIRY' ? 'expiry day' : 'other days', from, `${entryMinutes} min`, `${squareOffMinutes} min`],
      ],
    ),
    table('Expiry days', ['index', 'from', 'weekly', 'monthly'], tables.expiryRules, ({ index, from, weekly, monthly }) => [
      ...[index, from, weekly?.toLowerCase() ?? '–', `last ${monthly.toLowerCase()}`],
    ]),
    table('Lots', ['index', 'from', 'units', 'expiries with the lot before'], tables.lotRules, ({ index, from, lot, keptOldLot }) => [
      ...[index, from, String(lot), keptOldLot.join(', ')],
    ]),
    table('Freeze quantities', ['index', 'from', 'units'], tables.freezeRules, ({ index, from, units }) => [index, from, String(units)]),
    table('Price protection', ['exchange', 'from', 'premiums to', 'limits within', 'others within'], tables.priceProtections, (row) => [
      ...[row.exchange, row.from, rupees(row.nearPaise), `±${rupees(row.amountPaise)}`, `±${row.percent} %`],
    ]),
    table('Charges', ['kind', 'exchange', 'from', 'rate'], tables.chargeRates, (rate) => [
      ...[rate.kind.toLowerCase().replaceAll('_', ' '), rate.exchange, rate.from, rateText(rate)],
    ]),
  ].join('\n\n')
}

function rateText({ kind, value }: ChargeRate): string {
  return kind === 'BROKERAGE' ? `${rupees(value)} per order` : `${value} %`
}

function rupees(value: number): string {
  return `₹${toRupees(paise(value))}`
}

function table<Row>(title: string, heads: readonly string[], rows: readonly Row[], cellsOf: (row: Row) => readonly string[]): string {
  const lines = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [title, ...lines.map((cells) => `  ${print(cells)}`)].join('\n')
}
