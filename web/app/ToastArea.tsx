import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { connectToaster } from '../ui/toast.ts'

/** The toasts themselves. */
export default function ToastArea() {
  // Runs after the toaster’s own effects, which misses earlier toasts.
  useEffect(() => {
    connectToaster(sonner)
    return () => connectToaster(null)
  }, [])
  return (
    <Toaster
      theme="dark"
      position="bottom-right"
      closeButton
      toastOptions={{ className: 'toast' }}
      offset={{ bottom: 'calc(var(--save-bar) + var(--shelf) + 24px)' }}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar) + var(--save-bar) + var(--shelf) + 16px)' }}
    />
  )
}
