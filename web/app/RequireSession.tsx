import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { wanting } from '../lib/session/wantedPath.ts'
import { Redirecting } from './Redirecting.tsx'

/**
 * Shows its children to the signed-in. Everybody else sees a notice and is redirected to the landing page, from which a sign-in leads back
 * here, except after a sign-out: the next to sign in may be another person.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { isAuthenticated: signedIn, ended } = useAuthStore()
  const [wasSignedIn] = useState(signedIn)
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) void navigate(SCREENS.landing, { replace: true, state: wasSignedIn && !ended ? null : wanting(location) })
  }, [signedIn, wasSignedIn, ended, location, navigate])
  return signedIn ? children : <Redirecting />
}
