import { lazy, Suspense, useEffect, useState } from 'react'
import { useAuthStore } from '../lib/session/useAuthStore.ts'

const Toaster = lazy(async () => ({ default: (await import('sonner')).Toaster }))

/** Where toasts appear. A visitor who has touched nothing gets none, so their code is not loaded with the landing page. */
export function Toasts() {
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  const [touched, setTouched] = useState(window.location.pathname !== '/')
  useEffect(() => {
    const touch = () => setTouched(true)
    const gestures = ['pointerdown', 'keydown'] as const
    for (const gesture of gestures) window.addEventListener(gesture, touch, { once: true })
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, touch)
    }
  }, [])
  if (!signedIn && !touched) return null
  return (
    <Suspense fallback={null}>
      <Toaster theme="dark" position="bottom-right" closeButton toastOptions={{ className: 'toast' }} />
    </Suspense>
  )
}
