import { MONTHS } from '../../months.ts'

/** As the broker writes them (optionSymbol.ts): of the NSE with day, month and year; of the BSE with the year first, of a week or a month. */
const NFO = /^(?<index>[A-Z]+)(?<day>\d\d)(?<month>[A-Z]{3})\d\d(?<strike>\d+(?:\.\d+)?)(?<type>CE|PE)$/
const WEEKLY = /^(?<index>SENSEX)\d\d(?<month>[1-9OND])(?<day>\d\d)(?<strike>\d+(?:\.\d+)?)(?<type>CE|PE)$/
const MONTHLY = /^(?<index>SENSEX)\d\d(?<month>[A-Z]{3})(?<strike>\d+(?:\.\d+)?)(?<type>CE|PE)$/

/** Strikes of indices; another one is of a symbol that is written another way. */
const STRIKES = { least: 1_000, most: 200_000 }

/** An option as people say it, by its trading symbol: `NIFTY 24,500 CE, 1 Dec`; what is no such symbol stays as it is. */
export function spokenOption(symbol: string): string {
  const parts = (WEEKLY.exec(symbol) ?? MONTHLY.exec(symbol) ?? NFO.exec(symbol))?.groups
  if (!parts) return symbol
  const { index, day, month, strike, type } = parts
  const place = month!.length === 1 ? '123456789OND'.indexOf(month!) : MONTHS.indexOf(month!)
  const name = MONTHS[place]
  if (name === undefined || Number(strike) < STRIKES.least || Number(strike) > STRIKES.most) return symbol
  const expiry = `${day === undefined ? '' : `${Number(day)} `}${name.charAt(0)}${name.slice(1).toLowerCase()}`
  return `${index} ${Number(strike).toLocaleString('en-IN')} ${type}, ${expiry}`
}
