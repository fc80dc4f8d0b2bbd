import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { browserStorage } from './browserStorage.ts'

interface DisplaySettings {
  hideAmounts: boolean
  /** Whether keys without Ctrl or ⌘ (`?`, `.`, `g d`) do something. */
  singleKeys: boolean
}

/** This browser's display settings, whoever is signed in; stored under `display-storage`. */
export const useDisplaySettings = create<DisplaySettings>()(
  persist((): DisplaySettings => ({ hideAmounts: false, singleKeys: true }), {
    name: 'display-storage',
    storage: createJSONStorage(() => browserStorage),
  }),
)

export function toggleAmounts(): void {
  useDisplaySettings.setState(({ hideAmounts }) => ({ hideAmounts: !hideAmounts }))
}

export function toggleSingleKeys(): void {
  useDisplaySettings.setState(({ singleKeys }) => ({ singleKeys: !singleKeys }))
}
