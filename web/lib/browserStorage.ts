import { tellTrouble } from './usePageTroubles.ts'

/** What the browser refused to keep, for this visit. */
const memory = new Map<string, string>()

/**
 * The browser's storage for this site. Where it is blocked, missing or full, a memory that lasts for the visit, and the user is told. Only
 * this file names `localStorage`, and the scripts that run before it.
 */
export const browserStorage = {
  getItem(key: string): string | null {
    return memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null
  },

  setItem(key: string, value: string): void {
    const isKept = attempt((storage) => {
      storage.setItem(key, value)
      return true
    })
    if (isKept) memory.delete(key)
    else {
      // An older value would be taken for this one after a reload: a refresh token that was used up ends the session everywhere.
      attempt((storage) => storage.removeItem(key))
      memory.set(key, value)
    }
  },

  removeItem(key: string): void {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
  },
}

/** Undefined where the browser refuses. A browser may throw at the very name, and an embedded one may have null there. */
function attempt<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(window.localStorage)
  } catch {
    tellTrouble('unstored')
    return undefined
  }
}
