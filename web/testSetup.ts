import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

/** What jsdom lacks and the screens need: an observer that never reports keeps components at their first size. */
class ResizeObserverWithoutLayout implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= ResizeObserverWithoutLayout

afterEach(cleanup)
