import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOLD_MS, HoldButton } from './HoldButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show($busy = false) {
  const onHeld = vi.fn()
  render(
    <HoldButton $busy={$busy} onHeld={onHeld}>
      Hold to square off
    </HoldButton>,
  )
  return { onHeld, button: screen.getByRole('button', { name: 'Hold to square off' }) }
}
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

it('acts once it was held to the end, once', () => {
  const { onHeld, button } = show()
  fireEvent.pointerDown(button, { button: 0 })
  wait(HOLD_MS - 1)
  expect(onHeld).not.toHaveBeenCalled()
  wait(1)
  expect(onHeld).toHaveBeenCalledTimes(1)
  wait(HOLD_MS)
  expect(onHeld).toHaveBeenCalledTimes(1)
})

it.each(['pointerUp', 'pointerLeave', 'pointerCancel', 'blur'] as const)('does nothing when it is let go by %s, and begins anew', (end) => {
  const { onHeld, button } = show()
  for (let i = 0; i < 2; i++) {
    fireEvent.pointerDown(button, { button: 0 })
    wait(HOLD_MS - 1)
    fireEvent[end](button)
    wait(HOLD_MS)
  }
  expect(onHeld).not.toHaveBeenCalled()
})

it.each([' ', 'Enter'])('is held by the key "%s" as well, whose repetitions count for nothing', (key) => {
  const { onHeld, button } = show()
  fireEvent.keyDown(button, { key })
  wait(HOLD_MS / 2)
  fireEvent.keyDown(button, { key, repeat: true })
  wait(HOLD_MS / 2)
  expect(onHeld).toHaveBeenCalledTimes(1)
})

it('does nothing for a press, or for another button of the mouse', () => {
  const { onHeld, button } = show()
  fireEvent.click(button)
  fireEvent.pointerDown(button, { button: 2 })
  wait(HOLD_MS)
  expect(onHeld).not.toHaveBeenCalled()
})

it('does nothing while its work is under way', () => {
  const { onHeld, button } = show(true)
  fireEvent.pointerDown(button, { button: 0 })
  wait(HOLD_MS)
  expect(onHeld).not.toHaveBeenCalled()
})
