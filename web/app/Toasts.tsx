import { lazy, Suspense, useEffect, useState } from 'react'
import { SCREENS } from '../../schema/paths.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'

const ToastArea = lazy(() => import('./ToastArea.tsx'))

/** Where toasts appear. A visitor who has not interacted gets none, so their code is not loaded with the landing page. */
export function Toasts() {
  const expected = useAuthStore((state) => state.isAuthenticated || state.ended)
  const [touched, setTouched] = useState(window.location.pathname !== SCREENS.landing)
  useEffect(() => {
    const touch = () => setTouched(true)
    const gestures = ['pointerdown', 'keydown'] as const
    for (const gesture of gestures) window.addEventListener(gesture, touch, { once: true })
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, touch)
    }
  }, [])
  if (!expected && !touched) return null
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  )
}
