import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { fromRupees } from '../../../schema/money.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { EXIT_REASONS } from '../../../schema/trading/exits.ts'
import { TRADE_SORTS } from '../../../schema/trading/tradeSorts.ts'
import { given } from '../../kit/given.ts'
import { amount, date, emptyAllowed, flag, id, interval, line, wholeNumber } from '../../kit/inputFields.ts'

export const tradeIdInput = z.object({ id: id('id') })

const level = (name: string) =>
  emptyAllowed(amount(name, LIMITS.level.min, LIMITS.level.max)).transform((value) => (value === null ? null : fromRupees(value)))

/** Rupees become paise; null: that level stays. */
export const legLevelsInput = z.object({ legId: id('legId'), stop: level('stop'), target: level('target') })

export const legPremiumsInput = z.object({ legId: id('legId'), interval: interval.default('1min') })

export const latestInput = z.object({ limit: wholeNumber('limit', 1, LIMITS.history.max).nullish() })

export const pageInput = z.object({
  first: wholeNumber('first', 1, LIMITS.history.max).nullish().describe('Trades on the page; 50 when left out'),
  after: id('after').nullish().describe('Id of the last trade of the page before'),
})

const CLOSED = ['TARGET_HIT', 'STOPLOSS_HIT', 'COMPLETED'] as const

const filters = z.object({
  search: z
    .string('search must be text')
    .trim()
    .normalize('NFC')
    .max(LIMITS.history.search, `search must be at most ${LIMITS.history.search} characters long`)
    .regex(/^\P{Cc}*$/u, 'search must not contain control characters')
    .nullish(),
  status: z.enum(CLOSED, { error: (issue) => `status must be one of ${CLOSED.join(', ')}, got ${given(issue.input)}` }).nullish(),
  exitReason: z
    .enum(EXIT_REASONS, { error: (issue) => `exitReason must be one of ${EXIT_REASONS.join(', ')}, got ${given(issue.input)}` })
    .nullish(),
  strategyId: id('strategyId').nullish(),
  strategyName: line('strategyName', LIMITS.strategy.name.max).nullish(),
  mode: z.enum(TRADE_MODES, { error: (issue) => `mode must be one of ${TRADE_MODES.join(', ')}, got ${given(issue.input)}` }).nullish(),
  fromDate: date('fromDate').nullish(),
  toDate: date('toDate').nullish(),
})
const inOrder = ({ fromDate, toDate }: z.output<typeof filters>) => !fromDate || !toDate || fromDate <= toDate
const backwards = { path: ['toDate'], message: 'toDate must not be before fromDate' }

export const historyFiltersInput = filters.refine(inOrder, backwards)
export type HistoryFilters = z.output<typeof filters>

const order = {
  sort: z.enum(TRADE_SORTS, { error: (issue) => `sort must be one of ${TRADE_SORTS.join(', ')}, got ${given(issue.input)}` }).nullish(),
  descending: flag('descending'),
  running: flag('running').describe('true: running trades as well, which the totals count but do not add up'),
}

export const historyInput = filters.extend(pageInput.shape).extend(order).refine(inOrder, backwards)
