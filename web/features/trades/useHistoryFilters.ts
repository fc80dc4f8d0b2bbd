import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LIMITS } from '../../../schema/limits.ts'
import { isDate } from '../../lib/isDate.ts'
import { TRADE_SORTS, type TradeSort } from '../../../schema/trading/tradeSorts.ts'

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

export interface HistorySort {
  readonly by: TradeSort
  readonly descending: boolean
}

/** Latest first. */
export const LATEST_FIRST: HistorySort = { by: 'ENTRY_TIME', descending: true }

const WORDS: readonly TradeSort[] = ['SYMBOL', 'STRATEGY', 'SIDE', 'STATUS']

/** What a column is first sorted like: words from their beginning, times and amounts with the greatest first. */
const usualSort = (by: TradeSort): HistorySort => ({ by, descending: !WORDS.includes(by) })

/** The order after a choice of column: the same one turns round. */
export function nextSort(current: HistorySort, by: TradeSort): HistorySort {
  return current.by === by ? { by, descending: !current.descending } : usualSort(by)
}

/** The history's filters, its order and the trade that is looked at, kept in the address: links carry them and Back undoes them. */
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
  const sort = sortOf(params)

  /** `replace` leaves no step to go back to, for what is typed letter by letter. */
  const change = useCallback(
    (changes: Partial<HistoryFilters>, { replace = false } = {}) => setParams((before) => withTexts(before, changes), { replace }),
    [setParams],
  )
  const sortBy = useCallback(
    ({ by, descending }: HistorySort) =>
      setParams((before) =>
        withTexts(before, {
          sort: by === LATEST_FIRST.by ? '' : by,
          order: descending === usualSort(by).descending ? '' : descending ? 'desc' : 'asc',
        }),
      ),
    [setParams],
  )
  const close = useCallback(() => setParams((before) => withTexts(before, { trade: '' })), [setParams])
  return {
    filters,
    sort,
    /** Id of the trade that is looked at; null: none is. */
    trade: params.get('trade'),
    change,
    sortBy,
    /** Where a trade is looked at. */
    addressOf: (trade: string) => `?${withTexts(params, { trade })}`,
    close,
  }
}

function sortOf(params: URLSearchParams): HistorySort {
  const asked = params.get('sort')
  const by = TRADE_SORTS.find((sort) => sort === asked) ?? LATEST_FIRST.by
  const order = params.get('order')
  return { by, descending: order === 'asc' ? false : order === 'desc' ? true : usualSort(by).descending }
}

function withTexts(before: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') after.delete(name)
    else after.set(name, value)
  }
  return after
}
