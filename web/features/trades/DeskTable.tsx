import { useCallback, useState } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { CloseSelected } from './CloseSelected.tsx'
import { DeskFrame } from './DeskFrame.ts'
import { DeskHead } from './DeskHead.tsx'
import { LATEST_ENTRY_FIRST, nextDeskSort } from './deskOrder.ts'
import { DeskRow } from './DeskRow.tsx'
import { useDeskOrder } from './useDeskOrder.ts'
import { useHiddenColumns } from './useHiddenColumns.ts'

const NONE: ReadonlySet<string> = new Set()

interface DeskTableProps {
  trades: readonly TradePartsFragment[]
  onWhy: (id: string) => void
}

/** The running trades, a line each, sorted by its headings, with the columns that are wanted; several are chosen and closed together. */
export function DeskTable({ trades, onWhy }: DeskTableProps) {
  const [desk, setDesk] = useState<HTMLDivElement | null>(null)
  const [sort, setSort] = useState(LATEST_ENTRY_FIRST)
  const [chosen, setChosen] = useState(NONE)
  const [hidden, setHidden] = useHiddenColumns()
  const ordered = useDeskOrder(trades, sort, desk)
  // Only of those that are shown, and are not closing yet: nothing is closed that is out of sight.
  const closable = ordered.filter(({ closing }) => !closing)
  const selected = closable.filter(({ id }) => chosen.has(id))
  const choose = useCallback(
    (id: string, isChosen: boolean) => setChosen((before) => new Set(isChosen ? [...before, id] : without(before, [id]))),
    [],
  )

  function onClosing(ids: readonly string[]) {
    setChosen((before) => new Set(without(before, ids)))
    // With all of them the button goes that was pressed.
    if (ids.length === selected.length && desk?.contains(document.activeElement))
      desk.querySelector<HTMLElement>('thead input')?.focus({ preventScroll: true })
  }

  return (
    <div ref={setDesk}>
      <DeskFrame>
        <table data-hidden={hidden.join(' ')}>
          <caption className="visually-hidden">Running trades</caption>
          <DeskHead
            sort={sort}
            chosen={selected.length === 0 ? 'none' : selected.length === closable.length ? 'all' : 'some'}
            hidden={hidden}
            onChooseColumn={setHidden}
            onSort={(by) => setSort(nextDeskSort(sort, by))}
            onChooseAll={(isChosen) => setChosen(isChosen ? new Set(closable.map(({ id }) => id)) : NONE)}
          />
          {ordered.map((trade) => (
            <DeskRow key={trade.id} trade={trade} isChosen={!trade.closing && chosen.has(trade.id)} onChoose={choose} onWhy={onWhy} />
          ))}
        </table>
      </DeskFrame>
      <CloseSelected trades={selected} onClosing={onClosing} />
    </div>
  )
}

const without = (ids: ReadonlySet<string>, gone: readonly string[]) => [...ids].filter((id) => !gone.includes(id))
