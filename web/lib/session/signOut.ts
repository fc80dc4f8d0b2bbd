import { askGateway } from './askGateway.ts'
import { LogoutDocument } from './generated/graphql.ts'
import { tokenStorage } from './tokenStorage.ts'
import { leaveSession } from './useAuthStore.ts'

/** Leaves the session here at once and notifies the server; an unreachable server changes nothing for the user. */
export function signOut(): void {
  const token = tokenStorage.access()
  const refreshToken = tokenStorage.refresh()
  leaveSession()
  if (token !== null && refreshToken !== null) {
    askGateway(LogoutDocument, { refreshToken }, { token }).catch((error: unknown) => console.warn('Logout was not delivered', error))
  }
}
