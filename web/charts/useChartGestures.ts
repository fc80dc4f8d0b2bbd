import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from 'react'

/** The gestures on a chart; positions in CSS pixels from the left and top edge of the element. */
export interface ChartGestures {
  /** Dragged to the right by so much. */
  onPan: (pixels: number) => void
  /** Zooms by `factor` (below 1: closer) around a position. Returns whether anything changed. */
  onZoom: (factor: number, x: number) => boolean
  onPoint: (x: number, y: number) => void
  onLeave: () => void
}

/** A wheel's notch, in its own pixels, zooms by a sixth. */
const WHEEL_SPEED = 0.0015
/** Pixels per line of a line-based wheel. */
const WHEEL_LINE = 16

interface Finger {
  readonly x: number
  readonly y: number
}

/** Drag, pinch, wheel and hover of an element, as handlers for it. The wheel scrolls the page where there is nothing more to zoom. */
export function useChartGestures(element: RefObject<HTMLElement | null>, { onPan, onZoom, onPoint, onLeave }: ChartGestures) {
  const fingers = useRef(new Map<number, Finger>())

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = element.current!.getBoundingClientRect()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault()
      onPan(-sideways * unit)
    } else if (onZoom(Math.exp(event.deltaY * unit * WHEEL_SPEED), event.clientX - box.left)) event.preventDefault()
  })
  // React listens to wheels passively: such a listener cannot keep the page from scrolling.
  useEffect(() => {
    const target = element.current
    if (!target) return
    target.addEventListener('wheel', onWheel, { passive: false })
    return () => target.removeEventListener('wheel', onWheel)
  }, [element])

  function place(event: PointerEvent<HTMLElement>): Finger {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, place(event))
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const to = place(event)
      const from = fingers.current.get(event.pointerId)
      if (!from) return onPoint(to.x, to.y)
      fingers.current.set(event.pointerId, to)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (!other) {
        onPan(to.x - from.x)
        return onPoint(to.x, to.y)
      }
      // The fingers' midpoint moves half as far as one finger does.
      onPan((to.x - from.x) / 2)
      const apart = Math.hypot(to.x - other.x, to.y - other.y)
      if (apart > 0) onZoom(Math.hypot(from.x - other.x, from.y - other.y) / apart, (to.x + other.x) / 2)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId),
    onPointerLeave: onLeave,
  }
}
