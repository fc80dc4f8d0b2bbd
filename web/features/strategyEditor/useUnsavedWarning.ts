import { useEffect, useRef } from 'react'
import { useBlocker, type Blocker } from 'react-router-dom'

/**
 * While there are unsaved changes: blocks navigation until the blocker gets an answer, and makes the browser ask before the tab is closed.
 * `release` unblocks it after a save.
 */
export function useUnsavedWarning(unsaved: boolean): { readonly blocker: Blocker; readonly release: () => void } {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && !released.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { blocker, release: () => (released.current = true) }
}
