import { useSyncExternalStore } from 'react'
import { tokenStorage } from '../../lib/session/tokenStorage.ts'

function watch(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

/** Whether this browser holds a session that this page has not taken over: one begun in another tab meanwhile. */
export function useEnteredElsewhere(): boolean {
  return useSyncExternalStore(watch, () => tokenStorage.access() !== null)
}
