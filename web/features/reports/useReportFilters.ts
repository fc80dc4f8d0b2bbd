import { useCallback, useMemo } from 'react'
import { isDate } from '../../lib/isDate.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'

/** The filters in the address; an empty text is no filter. Dates are exit dates in India, YYYY-MM-DD. */
export interface ReportFilters {
  readonly mode: TradeMode
  readonly from: string
  readonly to: string
  /** Id of the strategy. */
  readonly strategy: string
  /** The one day, chosen in the calendar, that all figures are of. */
  readonly day: string
  /** The calendar's view: a month YYYY-MM, or the latest with a trade when empty; its days, or the whole year. */
  readonly month: string
  readonly view: 'month' | 'year'
}

export type FilterChange = Partial<Record<keyof ReportFilters, string>>

export const ALL_TRADES = { from: '', to: '', strategy: '', day: '' } as const satisfies FilterChange
/** The defaults, which the address omits. */
const USUAL = { mode: 'PAPER', from: '', to: '', strategy: '', day: '', month: '', view: 'month' } as const satisfies ReportFilters

/** What is wrong with the filters, in words for the user; null when nothing is. */
export function filterProblem({ from, to, day }: ReportFilters): string | null {
  for (const date of [from, to, day])
    if (date !== '' && !isDate(date)) return `${date.slice(0, 20)} is not a date. Choose one between 2000 and 2099.`
  return from !== '' && to !== '' && to < from ? 'The end date is before the start date.' : null
}

/** The filters as the API takes them, whether or not a day is chosen. */
export function toInput({ mode, from, to, strategy }: ReportFilters) {
  return {
    mode,
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(strategy === '' ? {} : { strategyId: strategy }),
  }
}

/** The same filters with the chosen day as their bounds; unchanged without one. */
export function ofDay(filters: ReportFilters): ReportFilters {
  const { day } = filters
  return day === '' ? filters : { ...filters, from: day, to: day }
}

/** A report's filters and its calendar's place, kept in the address. */
export function useReportFilters() {
  const { texts, change: changeTexts } = useAddressTexts(USUAL)
  const filters = useMemo<ReportFilters>(
    () => ({
      ...texts,
      mode: texts.mode === 'LIVE' ? 'LIVE' : USUAL.mode,
      month: /^20\d\d-(0[1-9]|1[0-2])$/.test(texts.month) ? texts.month : USUAL.month,
      view: texts.view === 'year' ? 'year' : USUAL.view,
    }),
    [texts],
  )
  /** `replace` leaves no step to go back to, for leafing. */
  const change = useCallback(
    (changes: FilterChange, { replace = false } = {}) => changeTexts(changes, { replace, preventScrollReset: true }),
    [changeTexts],
  )
  return { filters, change }
}
