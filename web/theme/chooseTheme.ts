import type { PnlColours, Scheme, ThemePreset } from './presets.ts'
import { deviceIsDark } from './paintTheme.ts'
import { useThemeStore } from './useThemeStore.ts'

export function choosePreset(preset: ThemePreset): void {
  useThemeStore.setState({ preset })
}

export function choosePnlColours(pnl: PnlColours): void {
  useThemeStore.setState({ pnl })
}

export function chooseScheme(scheme: Scheme): void {
  const followSystem = scheme === 'system'
  useThemeStore.setState({ followSystem, darkMode: followSystem ? deviceIsDark.matches : scheme === 'dark' })
}

/** The scheme that was chosen. */
export function useScheme(): Scheme {
  return useThemeStore(({ darkMode, followSystem }) => (followSystem ? 'system' : darkMode ? 'dark' : 'light'))
}
