import { browserStorage } from '../../lib/browserStorage.ts'

/** Announcements that are remembered as dismissed: far more than are in force at once. */
const KEPT = 50
const keyOf = (userId: string) => `announcements-dismissed-${userId}`

/** What this user has dismissed in this browser, the latest first; empty when nothing readable is stored. */
export function dismissedBy(userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Remembers one more; returns all. */
export function dismiss(userId: string, mark: string): readonly string[] {
  const marks = [mark, ...dismissedBy(userId)].slice(0, KEPT)
  browserStorage.setItem(keyOf(userId), JSON.stringify(marks))
  return marks
}
