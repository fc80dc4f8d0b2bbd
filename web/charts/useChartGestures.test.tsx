import { fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useChartGestures } from './useChartGestures.ts'

const hands = { onPan: vi.fn(), onZoom: vi.fn((_factor: number, _x: number) => true), onPoint: vi.fn(), onLeave: vi.fn() }

function Chart() {
  const element = useRef<HTMLDivElement>(null)
  return <div ref={element} data-testid="chart" {...useChartGestures(element, hands)} />
}

function watch(): HTMLElement {
  const chart = render(<Chart />).getByTestId('chart')
  // jsdom has no capture of pointers.
  chart.setPointerCapture = () => undefined
  return chart
}
const touching = (pointerId: number, clientX: number, clientY = 0) => ({ ...finger(pointerId, clientX, clientY), pointerType: 'touch' })
const finger = (pointerId: number, clientX: number, clientY = 0) => ({ pointerId, clientX, clientY, button: 0 })

describe('hands on a chart', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    hands.onZoom.mockReturnValue(true)
  })

  it('point without a button, and drag with it', () => {
    const chart = watch()
    fireEvent.pointerMove(chart, finger(1, 50, 20))
    expect(hands.onPoint.mock.calls).toEqual([[50, 20]])
    fireEvent.pointerDown(chart, finger(1, 50))
    fireEvent.pointerMove(chart, finger(1, 65))
    fireEvent.pointerUp(chart, finger(1, 65))
    fireEvent.pointerMove(chart, finger(1, 90))
    expect(hands.onPan.mock.calls).toEqual([[15]])
  })

  it('spread two fingers to come closer, around their middle', () => {
    const chart = watch()
    fireEvent.pointerDown(chart, finger(1, 100))
    fireEvent.pointerDown(chart, finger(2, 200))
    fireEvent.pointerMove(chart, finger(2, 300))
    expect(hands.onZoom.mock.calls).toEqual([[0.5, 200]])
    expect(hands.onPan.mock.calls).toEqual([[50]])
  })

  it('tap to read a bar, which stays when the finger is gone', () => {
    const chart = watch()
    fireEvent.pointerDown(chart, touching(1, 50, 20))
    fireEvent.pointerMove(chart, touching(1, 53, 22))
    fireEvent.pointerUp(chart, touching(1, 53, 22))
    fireEvent.pointerLeave(chart, touching(1, 53, 22))
    expect(hands.onPoint.mock.calls).toEqual([[50, 20]])
    expect([hands.onPan.mock.calls, hands.onLeave.mock.calls]).toEqual([[], []])
  })

  it('drag with a finger without reading', () => {
    const chart = watch()
    fireEvent.pointerDown(chart, touching(1, 50))
    fireEvent.pointerMove(chart, touching(1, 80))
    fireEvent.pointerMove(chart, touching(1, 90))
    fireEvent.pointerUp(chart, touching(1, 90))
    expect(hands.onPan.mock.calls).toEqual([[30], [10]])
    expect(hands.onPoint).not.toHaveBeenCalled()
  })

  describe('in time', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('press long to read bar after bar, without moving the chart or the page', () => {
      const chart = watch()
      fireEvent.pointerDown(chart, touching(1, 50, 20))
      vi.advanceTimersByTime(400)
      expect(fireEvent.contextMenu(chart)).toBe(false)
      expect(fireEvent.touchMove(chart, { touches: [{}] })).toBe(false)
      fireEvent.pointerMove(chart, touching(1, 90, 25))
      fireEvent.pointerUp(chart, touching(1, 90, 25))
      expect(hands.onPoint.mock.calls).toEqual([
        [50, 20],
        [90, 25],
      ])
      expect(hands.onPan).not.toHaveBeenCalled()
      expect(fireEvent.touchMove(chart, { touches: [{}] })).toBe(true)
    })

    it('that move, are joined by another or are taken by the page press nothing long', () => {
      const chart = watch()
      fireEvent.pointerDown(chart, touching(1, 50))
      fireEvent.pointerMove(chart, touching(1, 80))
      vi.advanceTimersByTime(1_000)
      fireEvent.pointerUp(chart, touching(1, 80))
      fireEvent.pointerDown(chart, touching(1, 50))
      fireEvent.pointerDown(chart, touching(2, 90))
      vi.advanceTimersByTime(1_000)
      expect(fireEvent.touchMove(chart, { touches: [{}, {}] })).toBe(false)
      fireEvent.pointerUp(chart, touching(1, 50))
      fireEvent.pointerUp(chart, touching(2, 90))
      fireEvent.pointerDown(chart, touching(1, 50))
      fireEvent.pointerCancel(chart, touching(1, 50))
      vi.advanceTimersByTime(1_000)
      expect(hands.onPoint).not.toHaveBeenCalled()
    })
  })

  it('turn the wheel to zoom at the pointer; the page scrolls where there is nothing to zoom', () => {
    const chart = watch()
    expect(fireEvent.wheel(chart, { deltaY: -100, clientX: 40 })).toBe(false)
    const [factor, x] = hands.onZoom.mock.calls[0]!
    expect([factor < 1, x]).toEqual([true, 40])
    hands.onZoom.mockReturnValue(false)
    expect(fireEvent.wheel(chart, { deltaY: 100 })).toBe(true)
  })

  it('turn it sideways, or with Shift, to move', () => {
    const chart = watch()
    fireEvent.wheel(chart, { deltaX: 30, deltaY: 5 })
    fireEvent.wheel(chart, { deltaY: -20, shiftKey: true })
    expect(hands.onPan.mock.calls).toEqual([[-30], [20]])
    expect(hands.onZoom).not.toHaveBeenCalled()
  })
})
