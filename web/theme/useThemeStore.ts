import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ThemePreset } from './presets.ts'

interface ThemeState {
  preset: ThemePreset
  /** Shows the preset at once and remembers it under `theme-storage` (index.html reads it before the first paint). */
  choosePreset: (preset: ThemePreset) => void
}

export const useThemeStore = create<ThemeState>()(
  persist(
    (set) => ({
      preset: 'midnight',
      choosePreset(preset) {
        document.documentElement.dataset['theme'] = preset
        set({ preset })
      },
    }),
    { name: 'theme-storage', partialize: ({ preset }) => ({ preset }) },
  ),
)
