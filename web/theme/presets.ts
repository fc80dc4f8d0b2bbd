/** The colour presets by their stored key, with the name shown; the colours are in tokens.css. */
export const THEME_PRESETS = {
  midnight: 'Midnight Professional',
  forest: 'Dark Forest',
  charcoal: 'Charcoal Minimal',
} as const

export type ThemePreset = keyof typeof THEME_PRESETS

/** Each preset is there dark and light; `system`: as the device is, now and whenever that changes. */
export const SCHEMES = {
  dark: 'Dark',
  light: 'Light',
  system: 'System',
} as const

export type Scheme = keyof typeof SCHEMES

/** The colours of profit and loss by their stored key, with the name shown. */
export const PNL_COLOURS = {
  classic: 'Classic: green up, red down',
  cvd: 'Colour-blind safe: blue up, orange down',
  'red-up': 'Red up, green down',
} as const

export type PnlColours = keyof typeof PNL_COLOURS

/** The keys of one of these, in their order. */
export const keysOf = <Key extends string>(choices: Readonly<Record<Key, string>>): readonly Key[] => Object.keys(choices) as Key[]
