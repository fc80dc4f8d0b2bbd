import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LIMITS } from '../../../schema/limits.ts'

/** How a closed trade ended, as the filter offers it. */
export const CLOSED_STATUSES = { TARGET_HIT: 'Target Hit', STOPLOSS_HIT: 'Stop Loss', COMPLETED: 'Completed' } as const
type ClosedStatus = keyof typeof CLOSED_STATUSES

/** The filters as they stand in the address; an empty text is no filter. */
export interface HistoryFilters {
  readonly search: string
  readonly status: string
  /** Id of the strategy. */
  readonly strategy: string
  /** YYYY-MM-DD, entry dates in India, both included. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: HistoryFilters = { search: '', status: '', strategy: '', from: '', to: '' }
const NAMES = ['search', 'status', 'strategy', 'from', 'to'] as const

const isClosedStatus = (text: string): text is ClosedStatus => Object.hasOwn(CLOSED_STATUSES, text)

/** What is wrong with filters, in words for the user; null when nothing is. */
export function filterProblem({ search, status, from, to }: HistoryFilters): string | null {
  if (search.trim().length > LIMITS.history.search) return `Search for at most ${LIMITS.history.search} characters.`
  if (status !== '' && !isClosedStatus(status)) return 'There is no such status. Choose one from the list.'
  for (const date of [from, to])
    if (date !== '' && !isDate(date)) return `${date.slice(0, 20)} is not a date. Choose one between 2000 and 2099.`
  if (from !== '' && to !== '' && to < from) return 'The end date is before the start date.'
  return null
}

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

interface FiltersInput {
  readonly search?: string
  readonly status?: ClosedStatus
  readonly strategyId?: string
  readonly fromDate?: string
  readonly toDate?: string
}

/** The filters as the API takes them. */
export function toInput({ search, status, strategy, from, to }: HistoryFilters): FiltersInput {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isClosedStatus(status) ? { status } : {}),
    ...(strategy === '' ? {} : { strategyId: strategy }),
    ...(from === '' ? {} : { fromDate: from }),
    ...(to === '' ? {} : { toDate: to }),
  }
}

/** The history's filters and page, kept in the address: links carry them and Back undoes them. Pages count from 1. */
export function useHistoryFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo<HistoryFilters>(
    () => ({
      search: params.get('search') ?? '',
      status: params.get('status') ?? '',
      strategy: params.get('strategy') ?? '',
      from: params.get('from') ?? '',
      to: params.get('to') ?? '',
    }),
    [params],
  )
  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1

  /** Other filters begin at their first page. `replace` leaves no step to go back to, for what is typed letter by letter. */
  const change = useCallback(
    (changes: Partial<HistoryFilters>, { replace = false } = {}) => setParams((before) => withFilters(before, changes), { replace }),
    [setParams],
  )
  const goTo = useCallback(
    (next: number) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        if (next === 1) after.delete('page')
        else after.set('page', String(next))
        return after
      }),
    [setParams],
  )
  return { filters, page, change, goTo }
}

function withFilters(before: URLSearchParams, changes: Partial<HistoryFilters>): URLSearchParams {
  const after = new URLSearchParams(before)
  after.delete('page')
  for (const name of NAMES) {
    const value = changes[name]
    if (value === '') after.delete(name)
    else if (value !== undefined) after.set(name, value)
  }
  return after
}
