import { useCallback, useMemo } from 'react'
import { LIMITS } from '../../../schema/limits.ts'
import { isDate } from '../../lib/isDate.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { EXIT_REASONS, type ExitReason } from '../../../schema/trading/exits.ts'
import { TRADE_MODES, type TradeMode } from '../../../schema/TradeMode.ts'
import { TRADE_SORTS, type TradeSort } from '../../../schema/trading/tradeSorts.ts'

/** How a closed trade ended, as the filter offers it. */
export const CLOSED_STATUSES = { TARGET_HIT: 'Target Hit', STOPLOSS_HIT: 'Stop Loss', COMPLETED: 'Completed' } as const
type ClosedStatus = keyof typeof CLOSED_STATUSES

/** The filters in the address; an empty text is no filter. */
export interface HistoryFilters {
  readonly search: string
  readonly status: string
  /** Why it was closed. */
  readonly reason: string
  /** Id of the strategy. */
  readonly strategy: string
  /** PAPER or LIVE. */
  readonly mode: string
  /** YYYY-MM-DD, entry dates in India, both included. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: HistoryFilters = { search: '', status: '', reason: '', strategy: '', mode: '', from: '', to: '' }

const isClosedStatus = (text: string): text is ClosedStatus => Object.hasOwn(CLOSED_STATUSES, text)

const isExitReason = (text: string): text is ExitReason => EXIT_REASONS.some((reason) => reason === text)

const isMode = (text: string): text is TradeMode => TRADE_MODES.some((mode) => mode === text)

/** What is wrong with filters, in words for the user; null when nothing is. */
export function filterProblem({ search, status, reason, mode, from, to }: HistoryFilters): string | null {
  if (search.trim().length > LIMITS.history.search) return `Search for at most ${LIMITS.history.search} characters.`
  if (status !== '' && !isClosedStatus(status)) return 'There is no such status. Choose one from the list.'
  if (reason !== '' && !isExitReason(reason)) return 'There is no such exit reason. Choose one from the list.'
  if (mode !== '' && !isMode(mode)) return 'There is no such mode. Choose one from the list.'
  for (const date of [from, to])
    if (date !== '' && !isDate(date)) return `${date.slice(0, 20)} is not a date. Choose one between 2000 and 2099.`
  if (from !== '' && to !== '' && to < from) return 'The end date is before the start date.'
  return null
}

interface FiltersInput {
  readonly search?: string
  readonly status?: ClosedStatus
  readonly exitReason?: ExitReason
  readonly strategyId?: string
  readonly mode?: TradeMode
  readonly fromDate?: string
  readonly toDate?: string
}

/** The filters as the API takes them. */
export function toInput({ search, status, reason, strategy, mode, from, to }: HistoryFilters): FiltersInput {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isClosedStatus(status) ? { status } : {}),
    ...(isExitReason(reason) ? { exitReason: reason } : {}),
    ...(strategy === '' ? {} : { strategyId: strategy }),
    ...(isMode(mode) ? { mode } : {}),
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

/** A column's initial sort order: texts ascending, times and amounts descending. */
const usualSort = (by: TradeSort): HistorySort => ({ by, descending: !WORDS.includes(by) })

/** The order after a choice of column: the same one turns round. */
export function nextSort(current: HistorySort, by: TradeSort): HistorySort {
  return current.by === by ? { by, descending: !current.descending } : usualSort(by)
}

const USUAL = { ...NO_FILTERS, sort: '', order: '', trade: '' }

/** The history's filters, its order and the selected trade, kept in the address. */
export function useHistoryFilters() {
  const { texts, change, linkWith } = useAddressTexts(USUAL)
  const filters = useMemo<HistoryFilters>(() => {
    const { search, status, reason, strategy, mode, from, to } = texts
    return { search, status, reason, strategy, mode, from, to }
  }, [texts])
  const sortBy = useCallback(
    ({ by, descending }: HistorySort) =>
      change({
        sort: by === LATEST_FIRST.by ? '' : by,
        order: descending === usualSort(by).descending ? '' : descending ? 'desc' : 'asc',
      }),
    [change],
  )
  const close = useCallback(() => change({ trade: '' }), [change])
  return {
    filters,
    sort: sortOf(texts),
    /** Id of the selected trade; null: none. */
    trade: texts.trade === '' ? null : texts.trade,
    change,
    sortBy,
    /** A trade's page. */
    addressOf: (trade: string) => linkWith({ trade }),
    close,
  }
}

function sortOf({ sort: asked, order }: Readonly<Record<'sort' | 'order', string>>): HistorySort {
  const by = TRADE_SORTS.find((sort) => sort === asked) ?? LATEST_FIRST.by
  return { by, descending: order === 'asc' ? false : order === 'desc' ? true : usualSort(by).descending }
}
