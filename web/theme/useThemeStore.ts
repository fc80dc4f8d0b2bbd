import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { browserStorage } from '../lib/browserStorage.ts'
import type { PnlColours, ThemePreset } from './presets.ts'

interface ThemeState {
  /** Every preset is a dark one: always on, and stored for readers of `theme-storage`. */
  darkMode: true
  preset: ThemePreset
  /** Shows the preset at once and remembers it under `theme-storage` (index.html reads it before the first paint). */
  choosePreset: (preset: ThemePreset) => void
  pnl: PnlColours
  /** The same for the colours of profit and loss. */
  choosePnlColours: (pnl: PnlColours) => void
}

export const useThemeStore = create<ThemeState>()(
  persist(
    (set) => ({
      darkMode: true,
      preset: 'midnight',
      choosePreset(preset) {
        document.documentElement.dataset['theme'] = preset
        set({ preset })
      },
      pnl: 'classic',
      choosePnlColours(pnl) {
        document.documentElement.dataset['pnl'] = pnl
        set({ pnl })
      },
    }),
    {
      name: 'theme-storage',
      storage: createJSONStorage(() => browserStorage),
      partialize: ({ preset, darkMode, pnl }) => ({ preset, darkMode, pnl }),
    },
  ),
)
