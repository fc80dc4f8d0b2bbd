import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { connectToaster, toast } from '../ui/toast.ts'

const SESSION_END = 'session end'

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
      <Connection />
      <SessionEnd />
    </>
  )
}

/** Mounted after the toaster, which misses earlier toasts. */
function Connection() {
  useEffect(() => {
    connectToaster(sonner)
    return () => connectToaster(null)
  }, [])
  return null
}

function SessionEnd() {
  const ended = useAuthStore((state) => state.ended)
  useEffect(() => {
    if (!ended) return undefined
    toast.info('Your session has ended. Please sign in again.', { id: SESSION_END, duration: Infinity })
    return () => toast.dismiss(SESSION_END)
  }, [ended])
  return null
}
