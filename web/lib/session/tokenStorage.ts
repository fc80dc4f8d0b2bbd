import { browserStorage } from '../browserStorage.ts'

const ACCESS = 'auth_token'
const REFRESH = 'refresh_token'

/** The tokens in this browser's storage, or for this visit where it has none. Only this file names their keys. */
export const tokenStorage = {
  access: (): string | null => browserStorage.getItem(ACCESS),
  refresh: (): string | null => browserStorage.getItem(REFRESH),

  /** A sign-in or a refresh may come without a new refresh token: the stored one then stays. */
  store(tokens: { readonly token: string; readonly refreshToken: string | null }): void {
    browserStorage.setItem(ACCESS, tokens.token)
    if (tokens.refreshToken !== null) browserStorage.setItem(REFRESH, tokens.refreshToken)
  },

  clear(): void {
    browserStorage.removeItem(ACCESS)
    browserStorage.removeItem(REFRESH)
  },

  /** Runs `onRenewed` when another tab stores tokens. Returns the unsubscribe function. */
  watchRenewals(onRenewed: () => void): () => void {
    const listener = (event: StorageEvent) => {
      if (event.key === ACCESS && event.newValue !== null) onRenewed()
    }
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },

  /** Runs `onCleared` when another tab signs out. Returns the unsubscribe function. */
  watchOtherTabs(onCleared: () => void): () => void {
    const listener = (event: StorageEvent) => {
      // key null: the whole storage was cleared.
      if ((event.key === ACCESS || event.key === null) && event.newValue === null) onCleared()
    }
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
}
