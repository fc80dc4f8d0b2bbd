import { browserStorage } from '../../lib/browserStorage.ts'

const KEPT = 5
const keyOf = (userId: string) => `palette-recent-${userId}`

/** Ids of this user's last choices in the palette of this browser, latest first; empty when nothing readable is stored. */
export function recentEntries(userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Puts an entry before all others that were chosen. */
export function rememberEntry(userId: string, id: string): void {
  const ids = [id, ...recentEntries(userId).filter((other) => other !== id)].slice(0, KEPT)
  browserStorage.setItem(keyOf(userId), JSON.stringify(ids))
}
