import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Moves the focus to the heading of a new screen, so that it is read out and Tab continues from there; to the whole screen while it has no
 * heading. The first screen keeps the document's focus. A sibling of the screen, so that it mounts with it.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    const target = main?.querySelector('h1') ?? main
    if (!target) return
    target.tabIndex = -1
    // Where the page scrolls to is not decided here.
    target.focus({ preventScroll: true })
  }, [pathname])
  return null
}
