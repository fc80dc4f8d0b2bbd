import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '../app/Toasts.tsx'
import { PHONE } from '../theme/media.ts'
import { Shelf } from './Shelf.tsx'
import { connectToaster, toast } from './toast.ts'

const shelfHeight = () => document.documentElement.style.getPropertyValue('--shelf')

/** Tells every observer that what it observes is as high as this. */
let report: (height: number) => void
beforeEach(() => {
  const told = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe(element: Element) {
        told.set(element, this.#tell)
      }
      unobserve(element: Element) {
        told.delete(element)
      }
      disconnect() {}
    },
  )
  report = (height) => {
    for (const [element, tell] of told) {
      Object.defineProperty(element, 'offsetHeight', { value: height, configurable: true })
      act(tell)
    }
  }
})
afterEach(() => vi.unstubAllGlobals())

it('The page knows how high what lies on the shelf is, and forgets it with the shelf', () => {
  const { unmount } = render(<Shelf>Send the first live order?</Shelf>)
  report(127)
  expect(shelfHeight()).toBe('127px')
  report(0)
  expect(shelfHeight()).toBe('0px')
  unmount()
  expect(shelfHeight()).toBe('')
})

it('On a phone toasts stand above the shelf, and never over the buttons of a question on it', async () => {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query === PHONE }))
  connectToaster(null)
  render(<Toasts />)
  toast.info('Trade opened')
  await screen.findByText('Trade opened')
  const area = await waitFor(() => document.querySelector<HTMLElement>('[data-sonner-toaster]')!)
  expect(area.dataset['yPosition']).toBe('bottom')
  for (const offset of ['--offset-bottom', '--mobile-offset-bottom']) expect(area.style.getPropertyValue(offset)).toContain('var(--shelf)')
})
