import { create } from 'zustand'

/** The overlays of any signed-in screen. */
type Overlay = 'palette' | 'shortcuts' | 'start-all' | 'emergency-stop' | 'stop-sheet'

/** Which overlay is open; one at a time. */
export const useOverlay = create<{ readonly open: Overlay | null }>()(() => ({ open: null }))

export const showOverlay = (open: Overlay): void => useOverlay.setState({ open })

export const closeOverlay = (): void => useOverlay.setState({ open: null })
