import { lazy, Suspense, useEffect } from 'react'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { toast, useToaster } from '../ui/toast.ts'

const ToastArea = lazy(() => import('./ToastArea.tsx'))

const SESSION_END = 'session end'

/** Where toasts appear. Their code comes with the first one, or ahead of it: with a form to sign in, and when the shell has nothing else to do. */
export function Toasts() {
  const wanted = useToaster(({ wanted }) => wanted)
  const ended = useAuthStore((state) => state.ended)
  useEffect(() => {
    if (!ended) return undefined
    toast.info('Your session has ended. Please sign in again.', { id: SESSION_END, duration: Infinity })
    return () => toast.dismiss(SESSION_END)
  }, [ended])
  return wanted ? (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  ) : null
}
