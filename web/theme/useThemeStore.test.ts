import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keysOf, PNL_COLOURS, THEME_PRESETS } from './presets.ts'

/** A device that is dark or light, and can change. */
class Device extends EventTarget {
  matches: boolean
  constructor(isDark: boolean) {
    super()
    this.matches = isDark
  }
  turn(isDark: boolean) {
    this.matches = isDark
    this.dispatchEvent(new Event('change'))
  }
}

const KEY = 'theme-storage'
const store = (state: object) => localStorage.setItem(KEY, JSON.stringify({ state, version: 0 }))
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown
const painted = () => ({ ...document.documentElement.dataset })

let device: Device
beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  device = new Device(true)
  vi.stubGlobal('matchMedia', () => device)
})
afterEach(async () => {
  // The page is the other tests' too.
  device.turn(true)
  const { choosePnlColours, choosePreset, chooseScheme } = await import('./chooseTheme.ts')
  choosePreset('midnight')
  choosePnlColours('classic')
  chooseScheme('dark')
  vi.unstubAllGlobals()
})

it('stands in the storage from the first visit, before anything is chosen', async () => {
  device.turn(false)
  await import('./paintTheme.ts')
  expect(stored()).toEqual({ state: { preset: 'midnight', darkMode: true, pnl: 'classic' }, version: 0 })
  expect(painted()).toMatchObject({ theme: 'midnight', scheme: 'dark', pnl: 'classic' })
})

it('leaves what was stored as it is', async () => {
  const chosen = { preset: 'forest', darkMode: false, pnl: 'cvd' }
  store(chosen)
  await import('./paintTheme.ts')
  expect(stored()).toEqual({ state: chosen, version: 0 })
  expect(painted()).toMatchObject({ theme: 'forest', scheme: 'light', pnl: 'cvd' })
})

it('takes what was stored before there was a choice of colours or a light scheme', async () => {
  store({ preset: 'charcoal' })
  const { useThemeStore } = await import('./useThemeStore.ts')
  expect(useThemeStore.getState()).toEqual({ preset: 'charcoal', darkMode: true, followSystem: false, pnl: 'classic' })
})

it('begins anew where what is stored names no preset and no colours', async () => {
  store({ preset: 'neon', darkMode: 'no', followSystem: 'yes', pnl: 7 })
  const { useThemeStore } = await import('./useThemeStore.ts')
  expect(useThemeStore.getState()).toEqual({ preset: 'midnight', darkMode: true, followSystem: false, pnl: 'classic' })
})

it('shows each choice at once, and the flag says what is shown', async () => {
  const { choosePnlColours, choosePreset, chooseScheme } = await import('./chooseTheme.ts')
  choosePreset('forest')
  chooseScheme('light')
  choosePnlColours('red-up')
  expect(painted()).toMatchObject({ theme: 'forest', scheme: 'light', pnl: 'red-up' })
  expect(stored()).toEqual({ state: { preset: 'forest', darkMode: false, pnl: 'red-up' }, version: 0 })
})

it('follows the device while System is chosen, also after a reload, and no longer than that', async () => {
  const { chooseScheme } = await import('./chooseTheme.ts')
  chooseScheme('system')
  expect(painted()['scheme']).toBe('dark')
  device.turn(false)
  expect(painted()['scheme']).toBe('light')
  expect(stored()).toEqual({ state: { preset: 'midnight', darkMode: false, pnl: 'classic', followSystem: true }, version: 0 })

  vi.resetModules()
  device = new Device(true)
  const reloaded = await import('./chooseTheme.ts')
  expect(painted()['scheme']).toBe('dark')
  reloaded.chooseScheme('light')
  device.turn(true)
  expect(painted()['scheme']).toBe('light')
})

it.each(keysOf(THEME_PRESETS).flatMap((preset) => keysOf(PNL_COLOURS).map((pnl) => [preset, pnl] as const)))(
  'knows what was stored: %s with %s',
  async (preset, pnl) => {
    store({ preset, darkMode: true, pnl })
    const { useThemeStore } = await import('./useThemeStore.ts')
    expect(useThemeStore.getState()).toMatchObject({ preset, pnl })
  },
)
