/** The sections of the palette, in the order shown. */
export const PALETTE_GROUPS = ['Pages', 'Actions', 'Strategies', 'Indices'] as const

/** Something the palette can do or open. */
export interface PaletteEntry {
  /** Stable across sessions: recent choices are stored by it. */
  readonly id: string
  readonly group: (typeof PALETTE_GROUPS)[number]
  readonly title: string
  /** A short description; or the keys that do the same. */
  readonly hint?: string
  /** Runs after the palette has closed. */
  readonly run: () => void
}
