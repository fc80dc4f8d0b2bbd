import { useState, type KeyboardEvent, type PointerEvent } from 'react'

/**
 * Which of a chart's points is read: the last one until a key or the pointer chooses another (`chosen`, else null). `byKey`: by the keyboard, which screen readers
 * follow. `left`: pixels before the plot; `indexAt`: the point at so many pixels into it.
 */
export function useChosenPoint(count: number, left: number, indexAt: (x: number) => number) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [byKey, setByKey] = useState(false)
  const last = count - 1
  const at = Math.min(chosen ?? last, last)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setChosen(null)
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    setByKey(true)
    setChosen(Math.max(0, Math.min(last, target)))
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    setByKey(false)
    const box = event.currentTarget.getBoundingClientRect()
    setChosen(indexAt(event.clientX - box.left - left))
  }

  return { at, chosen: chosen === null ? null : at, byKey, onKeyDown, onPointerMove, release: () => setChosen(null) }
}
