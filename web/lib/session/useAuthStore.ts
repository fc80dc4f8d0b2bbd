import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { tokenStorage } from './tokenStorage.ts'
import type { SessionUser } from './SessionUser.ts'

interface AuthState {
  isAuthenticated: boolean
  user: SessionUser | null
  /** Whether the server has ended the session, so that the user can read why they are at the front door. */
  ended: boolean
}

/** Who is signed in, kept under `auth-storage`; the tokens are in tokenStorage. */
export const useAuthStore = create<AuthState>()(
  persist((): AuthState => ({ isAuthenticated: false, user: null, ended: false }), {
    name: 'auth-storage',
    partialize: ({ isAuthenticated, user }) => ({ isAuthenticated, user }),
  }),
)

/** Takes over a session the server has just given. */
export function enterSession(session: { readonly user: SessionUser; readonly token: string; readonly refreshToken: string | null }): void {
  tokenStorage.store(session)
  useAuthStore.setState({ isAuthenticated: true, user: session.user, ended: false })
}

/**
 * Forgets tokens and user in this browser, without a word to the server. `by` whom the session was ended: what the server
 * refuses after the user has left was ended by the user.
 */
export function leaveSession(by: 'user' | 'server' = 'user'): void {
  tokenStorage.clear()
  useAuthStore.setState(({ isAuthenticated, ended }) => ({
    isAuthenticated: false,
    user: null,
    ended: by === 'server' && (isAuthenticated || ended),
  }))
}
