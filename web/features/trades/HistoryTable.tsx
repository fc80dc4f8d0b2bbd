import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type KeyboardEvent } from 'react'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { TradeSort } from '../../../schema/trading/tradeSorts.ts'
import type { ClosedTradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { PHONE } from '../../theme/media.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { HistoryFrame } from './HistoryFrame.ts'
import { HISTORY_COLUMNS, HistoryHead } from './HistoryHead.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import type { HistorySort } from './useHistoryFilters.ts'

/** Longer tables draw only the rows in sight. */
const DRAWN_WHOLE = 200
/** Rows drawn above and below those in sight. */
const MARGIN = 12
/** Of a row, in CSS pixels. */
const HEIGHTS = { compact: 31, comfortable: 58 } as const
export type Density = keyof typeof HEIGHTS

interface HistoryTableProps {
  trades: readonly ClosedTradePartsFragment[]
  /** How many match, and the sums over one mode's, in rupees before charges and after. */
  totals: {
    readonly matchingTrades: number
    readonly mode: TradeMode
    readonly totalTrades: number
    readonly totalProfitRs: number
    readonly totalNetRs: number
  }
  sort: HistorySort
  density: Density
  /** Others are on their way. */
  busy: boolean
  onSort: (by: TradeSort) => void
  /** A trade's page. */
  addressOf: (id: string) => string
  /** Called when the end of the list comes into view. */
  onNearEnd: () => void
}

/** Closed trades, one row each, on phones one card each. ↑ ↓ Home End move between rows, Enter opens one. */
export function HistoryTable({ trades, totals, sort, density, busy, onSort, addressOf, onNearEnd }: HistoryTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const phone = useMediaQuery(PHONE)
  const virtual = !phone && trades.length > DRAWN_WHOLE
  const rows = useVirtualizer({
    count: trades.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => HEIGHTS[density],
    overscan: MARGIN,
  })
  const drawn = virtual ? rows.getVirtualItems() : null
  const before = drawn?.[0]?.start ?? 0
  const after = drawn ? rows.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0

  function goTo(place: number) {
    if (virtual) rows.scrollToIndex(place)
    // Rows out of view are drawn with the next frame.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`a[data-place="${place}"]`)?.focus())
  }
  function onKeyDown(event: KeyboardEvent) {
    const place = event.target instanceof HTMLElement ? Number(event.target.dataset['place'] ?? NaN) : NaN
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: trades.length - 1 }[event.key]
    if (Number.isNaN(place) || next === undefined) return
    event.preventDefault()
    if (next >= 0 && next < trades.length) goTo(next)
  }

  function onScroll() {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = frame.current ?? {}
    if (scrollTop > 0 && scrollHeight - scrollTop < 2 * clientHeight) onNearEnd()
  }

  return (
    <HistoryFrame ref={frame} $compact={density === 'compact'} aria-busy={busy} onScroll={onScroll}>
      <table aria-rowcount={totals.matchingTrades + 2}>
        <caption className="visually-hidden">Closed trades</caption>
        <HistoryHead sort={sort} onSort={onSort} />
        <tbody onKeyDown={onKeyDown}>
          <Gap height={before} />
          {(drawn ?? trades.map((_trade, index) => ({ index }))).map(({ index }) => {
            const trade = trades[index]
            return trade ? <HistoryRow key={trade.id} trade={trade} place={index} address={addressOf(trade.id)} /> : null
          })}
          <Gap height={after} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={totals.matchingTrades + 2}>
            <td>
              Total of {formatCount(totals.totalTrades)} <ModeBadge mode={totals.mode} />
            </td>
            <td colSpan={5} />
            <td className="number">
              <ProfitLoss value={totals.totalNetRs} />
              <BeforeCharges gross={totals.totalProfitRs} net={totals.totalNetRs} />
            </td>
            <td colSpan={HISTORY_COLUMNS.length - 7} />
          </tr>
        </tfoot>
      </table>
    </HistoryFrame>
  )
}

/** Holds the place of rows out of sight. */
function Gap({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr className="gap" aria-hidden>
      <td colSpan={HISTORY_COLUMNS.length} style={{ height }} />
    </tr>
  )
}
