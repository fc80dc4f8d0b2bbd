import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { browserStorage } from '../browserStorage.ts'
import { tokenStorage } from './tokenStorage.ts'
import type { SessionUser } from './SessionUser.ts'

interface AuthState {
  isAuthenticated: boolean
  user: SessionUser | null
  /** Whether the server has ended the session, so that the user can read why they are at the front door. */
  ended: boolean
}

/** The signed-in user, stored under `auth-storage`; the tokens are in tokenStorage. */
export const useAuthStore = create<AuthState>()(
  persist((): AuthState => ({ isAuthenticated: false, user: null, ended: false }), {
    name: 'auth-storage',
    storage: createJSONStorage(() => browserStorage),
    partialize: ({ isAuthenticated, user }) => ({ isAuthenticated, user }),
  }),
)

/** Takes over a session the server has just given. */
export function enterSession(session: { readonly user: SessionUser; readonly token: string; readonly refreshToken: string | null }): void {
  tokenStorage.store(session)
  useAuthStore.setState({ isAuthenticated: true, user: session.user, ended: false })
}

/**
 * Clears tokens and user in this browser, without a request to the server. `by`: who ended the session; a refusal after the user has left
 * counts as the user's.
 */
export function leaveSession(by: 'user' | 'server' = 'user'): void {
  tokenStorage.clear()
  useAuthStore.setState(({ isAuthenticated, ended }) => ({
    isAuthenticated: false,
    user: null,
    ended: by === 'server' && (isAuthenticated || ended),
  }))
}
