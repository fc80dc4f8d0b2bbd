import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface DisplaySettings {
  hideAmounts: boolean
  /** Whether keys without Ctrl or ⌘ (`?`, `.`, `g d`) do something. */
  singleKeys: boolean
}

/** How this browser shows the product, whoever is signed in; kept under `display-storage`. */
export const useDisplaySettings = create<DisplaySettings>()(
  persist((): DisplaySettings => ({ hideAmounts: false, singleKeys: true }), { name: 'display-storage' }),
)

export function toggleAmounts(): void {
  useDisplaySettings.setState(({ hideAmounts }) => ({ hideAmounts: !hideAmounts }))
}

export function toggleSingleKeys(): void {
  useDisplaySettings.setState(({ singleKeys }) => ({ singleKeys: !singleKeys }))
}
