const ACCESS = 'auth_token'
const REFRESH = 'refresh_token'

/** The tokens in this browser's storage. Only this file names their keys. */
export const tokenStorage = {
  access: (): string | null => localStorage.getItem(ACCESS),
  refresh: (): string | null => localStorage.getItem(REFRESH),

  /** A sign-in or a refresh may come without a new refresh token: the stored one then stays. */
  store(tokens: { readonly token: string; readonly refreshToken: string | null }): void {
    localStorage.setItem(ACCESS, tokens.token)
    if (tokens.refreshToken !== null) localStorage.setItem(REFRESH, tokens.refreshToken)
  },

  clear(): void {
    localStorage.removeItem(ACCESS)
    localStorage.removeItem(REFRESH)
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
