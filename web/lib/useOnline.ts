import { useSyncExternalStore } from 'react'

/** Whether the browser has a network at all. */
export const useOnline = (): boolean => useSyncExternalStore(watchOnline, () => navigator.onLine)

function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
