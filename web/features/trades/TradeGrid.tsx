import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { styled } from 'styled-components'

const MOVE_MS = 160

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 12px;
`

/** Trade cards beside each other, as many as fit. When one comes or goes the others glide to their new places: nothing jumps from under a finger. */
export function TradeGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLDivElement>(null)
  const places = useRef(new WeakMap<Element, { readonly left: number; readonly top: number }>())
  useLayoutEffect(() => {
    for (const card of grid.current?.children ?? []) {
      if (!(card instanceof HTMLElement)) continue
      const { offsetLeft: left, offsetTop: top } = card
      const before = places.current.get(card)
      places.current.set(card, { left, top })
      if (!before || (before.left === left && before.top === top)) continue
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) continue
      const from = `translate(${before.left - left}px, ${before.top - top}px)`
      card.animate([{ transform: from }, { transform: 'none' }], { duration: MOVE_MS, easing: 'ease-out' })
    }
  })
  return <Grid ref={grid}>{children}</Grid>
}
