import { useThemeStore } from './useThemeStore.ts'

/** Whether the device is set to dark, now and as that changes. */
export const deviceIsDark = window.matchMedia('(prefers-color-scheme: dark)')

function followDevice(): void {
  if (useThemeStore.getState().followSystem) useThemeStore.setState({ darkMode: deviceIsDark.matches })
}

/** Paints the page; the browser's own bar takes the colour of the ground. */
function paint(): void {
  const { preset, darkMode, pnl } = useThemeStore.getState()
  const root = document.documentElement
  Object.assign(root.dataset, { theme: preset, scheme: darkMode ? 'dark' : 'light', pnl })
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--ground'))
}

// Whoever imports this has the page follow, before any component hears of a change.
followDevice()
paint()
useThemeStore.subscribe(paint)
deviceIsDark.addEventListener('change', followDevice)
