import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { lastPriceOf, type PriceOf } from './legProfit.ts'
import { grossProfit, netProfit, tradeName } from './tradeView.ts'

/** What the table of running trades can be sorted by. */
export type DeskColumn = 'CONTRACT' | 'STRATEGY' | 'LOTS' | 'ENTRY' | 'LTP' | 'NET' | 'GROSS' | 'TIME'

export interface DeskSort {
  readonly by: DeskColumn
  readonly descending: boolean
}

export const LATEST_ENTRY_FIRST: DeskSort = { by: 'TIME', descending: true }

/** Whether prices move the order. */
export const movesWithPrices = ({ by }: DeskSort): boolean => by === 'LTP' || by === 'NET' || by === 'GROSS'

/** The order after a choice of column: texts begin ascending, figures descending, and the same column turns round. */
export function nextDeskSort(current: DeskSort, by: DeskColumn): DeskSort {
  return { by, descending: current.by === by ? !current.descending : by !== 'CONTRACT' && by !== 'STRATEGY' }
}

const words = new Intl.Collator('en-IN', { numeric: true })

/** The trades in order at these last prices; equal ones keep theirs, and what is not known comes last either way. */
export function sortTrades(
  trades: readonly TradePartsFragment[],
  { by, descending }: DeskSort,
  priceOf: PriceOf,
): readonly TradePartsFragment[] {
  const sign = descending ? -1 : 1
  const compare = (a: string | number, b: string | number) =>
    sign * (typeof a === 'string' && typeof b === 'string' ? words.compare(a, b) : Number(a) - Number(b))
  return trades
    .map((trade) => ({ trade, value: valueOf(trade, by, priceOf) }))
    .sort((a, b) =>
      a.value === null || b.value === null ? Number(a.value === null) - Number(b.value === null) : compare(a.value, b.value),
    )
    .map(({ trade }) => trade)
}

function valueOf(trade: TradePartsFragment, by: DeskColumn, priceOf: PriceOf): string | number | null {
  const [leg] = trade.legs
  switch (by) {
    case 'CONTRACT':
      return tradeName(trade)
    case 'STRATEGY':
      return trade.strategy
    case 'LOTS':
      return trade.lots
    case 'ENTRY':
      return trade.entryPrice
    case 'LTP':
      return leg && trade.strike !== null ? lastPriceOf(leg, priceOf) : null
    case 'NET':
      return netProfit(trade, priceOf)
    case 'GROSS':
      return grossProfit(trade, priceOf)
    case 'TIME':
      return Date.parse(trade.entryTime)
  }
}
