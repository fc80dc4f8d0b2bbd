import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { tokenStorage } from './tokenStorage.ts'
import type { SessionUser } from './SessionUser.ts'

interface AuthState {
  isAuthenticated: boolean
  user: SessionUser | null
}

/** Who is signed in, kept under `auth-storage`; the tokens are in tokenStorage. */
export const useAuthStore = create<AuthState>()(
  persist((): AuthState => ({ isAuthenticated: false, user: null }), { name: 'auth-storage' }),
)

/** Takes over a session the server has just given. */
export function enterSession(session: { readonly user: SessionUser; readonly token: string; readonly refreshToken: string | null }): void {
  tokenStorage.store(session)
  useAuthStore.setState({ isAuthenticated: true, user: session.user })
}

/** Forgets tokens and user in this browser, without a word to the server. */
export function leaveSession(): void {
  tokenStorage.clear()
  useAuthStore.setState({ isAuthenticated: false, user: null })
}
