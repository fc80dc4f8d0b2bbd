/** The colour presets by their stored key, with the name shown; the colours are in tokens.css. */
export const THEME_PRESETS = {
  midnight: 'Midnight Professional',
  forest: 'Dark Forest',
  charcoal: 'Charcoal Minimal',
} as const

export type ThemePreset = keyof typeof THEME_PRESETS
