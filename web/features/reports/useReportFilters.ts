import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import { TradedModeDocument } from '../../gql/generated/graphql.ts'
import { isDate } from '../../lib/isDate.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'

/** The filters in the address; an empty text is no filter. Dates are exit dates in India, YYYY-MM-DD. */
export interface ReportChoice {
  /** Null while none is chosen and it is not known which the user trades. */
  readonly mode: TradeMode | null
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

/** The filters once it is known whose money the report is of. */
export interface ReportFilters extends ReportChoice {
  readonly mode: TradeMode
}

export type FilterChange = Partial<Record<keyof ReportFilters, string>>

export const ALL_TRADES = { from: '', to: '', strategy: '', day: '' } as const satisfies FilterChange
/** The defaults, which the address omits. */
const USUAL = { mode: '', from: '', to: '', strategy: '', day: '', month: '', view: 'month' } as const

/** What is wrong with the filters, in words for the user; null when nothing is. */
export function filterProblem({ from, to, day }: ReportChoice): string | null {
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

/**
 * A report's filters and its calendar's place, kept in the address. An address without a mode means what the user trades, by the rule of the
 * history: live where any closed trade is live.
 */
export function useReportFilters() {
  const { texts, change: changeTexts } = useAddressTexts(USUAL)
  const chosen = texts.mode === 'LIVE' || texts.mode === 'PAPER' ? texts.mode : null
  const { data, error } = useQuery(TradedModeDocument, { skip: chosen !== null })
  // Where that cannot be asked, the report cannot either, and says so.
  const mode = chosen ?? data?.tradeHistory.mode ?? (error ? 'PAPER' : null)
  const choice = useMemo<ReportChoice>(
    () => ({
      ...texts,
      mode,
      month: /^20\d\d-(0[1-9]|1[0-2])$/.test(texts.month) ? texts.month : USUAL.month,
      view: texts.view === 'year' ? 'year' : USUAL.view,
    }),
    [texts, mode],
  )
  /** `replace` leaves no step to go back to, for leafing. */
  const change = useCallback(
    (changes: FilterChange, { replace = false } = {}) => changeTexts(changes, { replace, preventScrollReset: true }),
    [changeTexts],
  )
  const filters = useMemo<ReportFilters | null>(() => (choice.mode === null ? null : { ...choice, mode: choice.mode }), [choice])
  return { choice, filters, change }
}
