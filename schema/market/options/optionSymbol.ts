import { toRupees, type Paise } from '../../money.ts'
import { MONTHS } from '../../months.ts'
import type { IsoDate } from '../../time.ts'
import { INDICES, type IndexSymbol } from '../indices.ts'
import type { MarketRules } from '../MarketRules.ts'
import type { OptionType } from '../OptionType.ts'

/**
 * The broker's trading symbol of an option. NFO: name, DDMMMYY, strike, type. BFO monthly: name, YY, MMM, strike, type; BFO weekly:
 * name, YY, month as 1–9, O, N or D, DD, strike, type.
 */
export function optionSymbol(rules: MarketRules, index: IndexSymbol, expiry: IsoDate, strike: Paise, type: OptionType): string {
  const year = expiry.slice(2, 4)
  const day = expiry.slice(8)
  const tail = `${toRupees(strike)}${type}`
  if (INDICES[index].optionExchange === 'NFO') return `${index}${day}${monthName(expiry)}${year}${tail}`
  if (rules.isMonthlyExpiry(index, expiry)) return `${index}${year}${monthName(expiry)}${tail}`
  return `${index}${year}${'123456789OND'[Number(expiry.slice(5, 7)) - 1]!}${day}${tail}`
}

/** `NOV`: the month of a date, as the broker writes it. */
export function monthName(date: IsoDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1]!
}
