import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { browserStorage } from '../lib/browserStorage.ts'
import { member } from '../lib/member.ts'
import type { PnlColours, ThemePreset } from './presets.ts'

interface ThemeState {
  readonly preset: ThemePreset
  /** Whether the page is dark now. */
  readonly darkMode: boolean
  /** Whether `darkMode` follows the device. */
  readonly followSystem: boolean
  readonly pnl: PnlColours
}

// What was stored may be anybody's. By name, as in index.html: every first load has this file, and none the texts of presets.ts.
const isPreset = (stored: unknown): stored is ThemePreset => /^(midnight|forest|charcoal)$/.test(String(stored))
const isPnl = (stored: unknown): stored is PnlColours => /^(classic|cvd|red-up)$/.test(String(stored))

/**
 * What the pages look like in this browser, stored under `theme-storage`. index.html reads that before the first paint; from then on
 * paintTheme.ts shows each change, which chooseTheme.ts makes.
 */
export const useThemeStore = create<ThemeState>()(
  persist((): ThemeState => ({ preset: 'midnight', darkMode: true, followSystem: false, pnl: 'classic' }), {
    name: 'theme-storage',
    storage: createJSONStorage(() => browserStorage),
    // As the specification has it, with one more field where the device decides.
    partialize: ({ followSystem, ...specified }) => (followSystem ? { ...specified, followSystem } : specified),
    merge(stored, initial) {
      const preset = member(stored, 'preset')
      const pnl = member(stored, 'pnl')
      return {
        preset: isPreset(preset) ? preset : initial.preset,
        darkMode: member(stored, 'darkMode') !== false,
        followSystem: member(stored, 'followSystem') === true,
        pnl: isPnl(pnl) ? pnl : initial.pnl,
      }
    },
  }),
)

// From the first visit on, chosen or not: others read it there.
if (browserStorage.getItem('theme-storage') === null) useThemeStore.setState({})
