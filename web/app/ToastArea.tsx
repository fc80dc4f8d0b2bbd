import { useEffect } from 'react'
import { toast, Toaster } from 'sonner'
import { useAuthStore } from '../lib/session/useAuthStore.ts'

/** The toasts themselves; the first may be that the server has ended the session, which stays until it is read. */
export default function ToastArea() {
  return (
    <>
      <Toaster
        theme="dark"
        position="bottom-right"
        closeButton
        toastOptions={{ className: 'toast' }}
        offset={{ bottom: 'calc(var(--save-bar) + 24px)' }}
        mobileOffset={{ bottom: 'calc(var(--bottom-bar) + var(--save-bar) + 16px)' }}
      />
      <SessionEnd />
    </>
  )
}

/** Mounted after the toaster, which misses earlier toasts. */
function SessionEnd() {
  const ended = useAuthStore((state) => state.ended)
  useEffect(() => {
    if (!ended) return undefined
    const id = toast.info('Your session has ended. Please sign in again.', { duration: Infinity })
    return () => void toast.dismiss(id)
  }, [ended])
  return null
}
