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
/** A finger that moves no further has not moved, in CSS pixels. */
const STILL = 8
/** A finger that has not moved for so long reads bars from then on, in milliseconds. */
const LONG_PRESS = 400

interface Finger {
  readonly x: number
  readonly y: number
}

/** What the only finger on a chart does: nothing yet, it moves the chart, or it reads bars. */
interface Touch {
  readonly from: Finger
  does: 'nothing' | 'move' | 'read'
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Drag, pinch, wheel, hover, tap and long press of an element, as handlers for it. A tap points at a bar, a long press does so as long as
 * the finger moves; either stays when the finger is gone. The wheel scrolls the page where there is nothing more to zoom.
 */
export function useChartGestures(element: RefObject<HTMLElement | null>, { onPan, onZoom, onPoint, onLeave }: ChartGestures) {
  const fingers = useRef(new Map<number, Finger>())
  const touch = useRef<Touch | null>(null)

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = element.current!.getBoundingClientRect()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault()
      onPan(-sideways * unit)
    } else if (onZoom(Math.exp(event.deltaY * unit * WHEEL_SPEED), event.clientX - box.left)) event.preventDefault()
  })
  // The page is scrolled by a finger that goes up or down; not by one that reads bars, nor by two.
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    if (event.cancelable && (event.touches.length > 1 || touch.current?.does === 'read')) event.preventDefault()
  })
  // React listens to both passively: such a listener cannot keep the page from scrolling.
  useEffect(() => {
    const target = element.current
    if (!target) return
    target.addEventListener('wheel', onWheel, { passive: false })
    target.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      target.removeEventListener('wheel', onWheel)
      target.removeEventListener('touchmove', onTouchMove)
      clearTimeout(touch.current?.timer)
    }
  }, [element])

  function place(event: PointerEvent<HTMLElement>): Finger {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  function lift({ pointerId }: PointerEvent<HTMLElement>) {
    fingers.current.delete(pointerId)
    clearTimeout(touch.current?.timer)
    touch.current = null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = place(event)
      fingers.current.set(event.pointerId, from)
      clearTimeout(touch.current?.timer)
      touch.current = null
      if (event.pointerType !== 'touch' || fingers.current.size > 1) return
      const timer = setTimeout(() => {
        pressed.does = 'read'
        onPoint(from.x, from.y)
      }, LONG_PRESS)
      const pressed: Touch = { from, does: 'nothing', timer }
      touch.current = pressed
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const to = place(event)
      const from = fingers.current.get(event.pointerId)
      if (!from) return onPoint(to.x, to.y)
      const pressed = touch.current
      if (pressed?.does === 'read') return onPoint(to.x, to.y)
      if (pressed?.does === 'nothing') {
        if (Math.hypot(to.x - pressed.from.x, to.y - pressed.from.y) <= STILL) return undefined
        clearTimeout(pressed.timer)
        pressed.does = 'move'
      }
      fingers.current.set(event.pointerId, to)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (!other) {
        onPan(to.x - from.x)
        // The finger hides what it is on: only a mouse reads while it drags.
        return event.pointerType === 'touch' ? undefined : onPoint(to.x, to.y)
      }
      // The fingers' midpoint moves half as far as one finger does.
      onPan((to.x - from.x) / 2)
      const apart = Math.hypot(to.x - other.x, to.y - other.y)
      if (apart > 0) onZoom(Math.hypot(from.x - other.x, from.y - other.y) / apart, (to.x + other.x) / 2)
      return undefined
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const pressed = touch.current
      if (pressed?.does === 'nothing') onPoint(pressed.from.x, pressed.from.y)
      lift(event)
    },
    onPointerCancel: lift,
    // A finger that is lifted has not gone elsewhere: what it read stays.
    onPointerLeave: ({ pointerType }: PointerEvent<HTMLElement>) => (pointerType === 'touch' ? undefined : onLeave()),
    // A long press would open the browser's menu.
    onContextMenu(event: { preventDefault: () => void }) {
      if (touch.current) event.preventDefault()
    },
  }
}
