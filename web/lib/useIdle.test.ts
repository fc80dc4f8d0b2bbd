import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createUseIdle } from './useIdle.ts'

/** Idle moments that come when the test says so. */
function idleMoments() {
  const asked: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => asked.push(callback))
  return () => act(() => asked.shift()?.())
}

afterEach(() => vi.unstubAllGlobals())

it('Callers have their turn one after the other, each in an idle moment of its own; who left has none', () => {
  const idle = idleMoments()
  const useIdle = createUseIdle()
  const [first, left, last] = [renderHook(useIdle), renderHook(useIdle), renderHook(useIdle)]
  const seen = () => [first.result.current, last.result.current]
  expect(seen()).toEqual([false, false])
  left.unmount()
  idle()
  expect(seen()).toEqual([true, false])
  idle()
  expect(seen()).toEqual([true, true])
})

it('Nobody waits any more once all had their turn', () => {
  const idle = idleMoments()
  const useIdle = createUseIdle()
  renderHook(useIdle)
  idle()
  expect(renderHook(useIdle).result.current).toBe(true)
})
