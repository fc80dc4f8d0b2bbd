/** The sections of the palette, in the order shown. */
export const PALETTE_GROUPS = ['Pages', 'Actions', 'Strategies', 'Indices'] as const

/** Something the palette can do or open. */
export interface PaletteEntry {
  /** The same for the same thing in every session: what was used lately is remembered by it. */
  readonly id: string
  readonly group: (typeof PALETTE_GROUPS)[number]
  readonly title: string
  /** What it does or what it is, in a few words; or the keys that do the same. */
  readonly hint?: string
  /** Runs after the palette has closed. */
  readonly run: () => void
}
