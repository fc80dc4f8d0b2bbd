import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { Redirecting } from './Redirecting.tsx'

/** Shows its children to the signed-in; everybody else is told so and sent to the landing page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) void navigate('/', { replace: true })
  }, [signedIn, navigate])
  return signedIn ? children : <Redirecting />
}
