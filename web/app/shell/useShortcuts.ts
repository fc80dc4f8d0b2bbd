import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { SECOND } from '../../../schema/time.ts'
import { toggleAmounts, useDisplaySettings } from '../../lib/useDisplaySettings.ts'
import { PAGES } from './pages.ts'
import { closeOverlay, showOverlay, useOverlay } from './useOverlay.ts'

/** How long after `g` the letter of a page is waited for. */
const GO_WITHIN_MS = 1.5 * SECOND

/** The keys of the signed-in screens. Those without Ctrl or ⌘ can be turned off, and do nothing in fields and while a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let wentAt = -Infinity
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (useOverlay.getState().open === 'palette') closeOverlay()
        else if (!dialogIsOpen()) showOverlay('palette')
        return
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!useDisplaySettings.getState().singleKeys || isTyping(event.target) || dialogIsOpen()) return
      const page = event.timeStamp - wentAt < GO_WITHIN_MS ? PAGES.find(({ key }) => key === event.key) : undefined
      wentAt = event.key === 'g' ? event.timeStamp : -Infinity
      if (page) void navigate(page.to)
      else if (event.key === '?') showOverlay('shortcuts')
      else if (event.key === '.') toggleAmounts()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"]') !== null)

const dialogIsOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
