import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Moves the focus to the heading of a screen that was gone to, so that it is read out and Tab goes on from there; to the
 * whole of the screen while it has no heading. The first screen keeps the focus of the document. Beside the screen, so that
 * it is there when this is.
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
    // Where the page is scrolled to is not this one's business.
    target.focus({ preventScroll: true })
  }, [pathname])
  return null
}
