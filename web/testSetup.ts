import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach } from 'vitest'
import { useSocketStore } from './gql/useSocketStore.ts'
import { useAuthStore } from './lib/session/useAuthStore.ts'
import { connectToaster } from './ui/toast.ts'

/** What jsdom lacks and the screens need: an observer that never reports keeps components at their first size. */
class ResizeObserverWithoutLayout implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= ResizeObserverWithoutLayout

/** A window of whose media only one thing is known: nothing may move in it. */
class StillMedia extends EventTarget implements MediaQueryList {
  readonly onchange = null
  readonly matches: boolean
  readonly media: string
  constructor(media: string) {
    super()
    this.media = media
    this.matches = media.includes('prefers-reduced-motion')
  }
  addListener(): void {}
  removeListener(): void {}
}
globalThis.matchMedia ??= (media) => new StillMedia(media)

// On a busy machine a render takes longer than the usual second.
configure({ asyncUtilTimeout: 30_000 })

// Without the toaster’s own component, which would connect them.
beforeEach(() => connectToaster(toast))

// The files share their modules and their document (vitest.config.ts): each test leaves them as a new tab finds them.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  // It is stored as it is changed.
  useAuthStore.setState(useAuthStore.getInitialState(), true)
  localStorage.clear()
  useSocketStore.setState(useSocketStore.getInitialState(), true)
})
