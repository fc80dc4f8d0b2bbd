import { matchText } from './matchText.ts'
import { PALETTE_GROUPS, type PaletteEntry } from './PaletteEntry.ts'

/** An entry as it is listed, with the letters of its title that were typed. */
export interface ListedEntry {
  readonly entry: PaletteEntry
  readonly at: readonly number[]
}

export interface ListedGroup {
  readonly name: string
  readonly entries: readonly ListedEntry[]
}

/** As many as are listed of one group; more letters narrow it down. */
const SHOWN = 8

/** The palette's entries: without a query the recent ones and then all, else the matches, the best of each group first. */
export function listEntries(entries: readonly PaletteEntry[], recent: readonly string[], typed: string): readonly ListedGroup[] {
  const idle = typed.trim() === ''
  const lately = idle ? recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []) : []
  const fitting = entries
    .filter((entry) => !lately.includes(entry))
    .flatMap((entry) => {
      const match = matchText(entry.title, typed)
      return match ? [{ entry, at: match.at, score: match.score }] : []
    })
    .sort((a, b) => b.score - a.score)
  const groups = PALETTE_GROUPS.map((name) => {
    const ofGroup = fitting.filter(({ entry }) => entry.group === name)
    return { name, best: ofGroup[0]?.score ?? 0, entries: ofGroup.slice(0, SHOWN) }
  })
  return [{ name: 'Recent', best: Infinity, entries: lately.map((entry) => ({ entry, at: [] })) }, ...groups]
    .filter(({ entries: listed }) => listed.length > 0)
    .sort((a, b) => (a.best === b.best ? 0 : b.best - a.best))
}
