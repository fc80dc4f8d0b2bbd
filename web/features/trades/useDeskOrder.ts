import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SECOND } from '../../../schema/time.ts'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useLivePrices } from '../../gql/useLivePrices.ts'
import { movesWithPrices, sortTrades, type DeskSort } from './deskOrder.ts'

/** Prices change the order at most this often. */
export const SORT_AGAIN_MS = 3 * SECOND

/** An order, and of what. */
interface Shown {
  readonly sort: DeskSort
  /** Ids of the trades as they came. */
  readonly members: string
  readonly round: number
  readonly ids: readonly string[]
}

/**
 * The trades in the order in which they are shown. While the pointer is over `desk` or keys are at work in it nothing changes its place: what
 * comes goes last, and all is sorted once both have left. A choice of order is followed at once.
 */
export function useDeskOrder(
  trades: readonly TradePartsFragment[],
  sort: DeskSort,
  desk: HTMLElement | null,
): readonly TradePartsFragment[] {
  const livePrices = useLivePrices()
  const isHeld = useHeld(desk)
  const round = useRound(movesWithPrices(sort))
  const members = trades.map(({ id }) => id).join()
  const sorted = (): Shown => {
    const ids = sortTrades(trades, sort, (symbol) => livePrices.get(symbol)?.price ?? null).map(({ id }) => id)
    return { sort, members, round, ids }
  }
  const [shown, setShown] = useState(sorted)
  if (shown.sort !== sort || (!isHeld && (shown.members !== members || shown.round !== round))) setShown(sorted())
  return arranged(trades, shown.ids)
}

function arranged(trades: readonly TradePartsFragment[], ids: readonly string[]): readonly TradePartsFragment[] {
  const byId = new Map(trades.map((trade) => [trade.id, trade]))
  const placed = ids.flatMap((id) => byId.get(id) ?? [])
  return [...placed, ...trades.filter(({ id }) => !ids.includes(id))]
}

/** Counts on while prices move the order. */
function useRound(isMoving: boolean): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isMoving) return
    const timer = window.setInterval(() => setRound((before) => before + 1), SORT_AGAIN_MS)
    return () => window.clearInterval(timer)
  }, [isMoving])
  return round
}

const HOLDING = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const

/** Whether the pointer is over an element, or keys are at work in it: the focus that a press of the mouse leaves behind means nothing. */
function useHeld(place: HTMLElement | null): boolean {
  const isPointedAt = useRef(false)
  const subscribe = useCallback(
    (changed: () => void) => {
      const told = (event: Event) => {
        // Between two of its controls the focus is nowhere.
        if (event instanceof FocusEvent && event.relatedTarget instanceof Node && place?.contains(event.relatedTarget)) return
        if (event instanceof PointerEvent) isPointedAt.current = event.type === 'pointerenter'
        changed()
      }
      for (const kind of HOLDING) place?.addEventListener(kind, told)
      return () => {
        for (const kind of HOLDING) place?.removeEventListener(kind, told)
      }
    },
    [place],
  )
  return useSyncExternalStore(subscribe, () => isPointedAt.current || Boolean(place?.querySelector(':focus-visible')))
}
