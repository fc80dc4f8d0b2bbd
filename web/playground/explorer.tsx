import { explorerPlugin } from '@graphiql/plugin-explorer'
import type { GraphiQLPlugin } from '@graphiql/react'
import { useEffect, useRef, type KeyboardEvent } from 'react'

const plugin = explorerPlugin({ showAttribution: false })
const Fields = plugin.content

/** What the plugin has for the mouse only: its rows are spans that listen for clicks. */
const ROWS = 'span[style*="cursor: pointer"]'

/** The schema as a tree of fields and arguments to choose from, which writes the query. */
export const explorer: GraphiQLPlugin = { ...plugin, title: 'Explorer', content: ReachableFields }

/** The plugin's tree with rows that are buttons to the keyboard and to screen readers, and fields that have names. */
function ReachableFields() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = place.current
    if (!root) return
    nameControls(root)
    const observer = new MutationObserver(() => nameControls(root))
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} onKeyDown={pressRow}>
      <Fields />
    </div>
  )
}

function pressRow(event: KeyboardEvent) {
  const { target, key, ctrlKey, metaKey } = event
  // With Ctrl or ⌘, Enter runs the query.
  if (!(target instanceof HTMLElement) || !target.matches(ROWS) || ctrlKey || metaKey || (key !== 'Enter' && key !== ' ')) return
  event.preventDefault()
  target.click()
}

function nameControls(root: HTMLElement) {
  for (const row of root.querySelectorAll<HTMLElement>(ROWS)) {
    row.tabIndex = 0
    row.setAttribute('role', 'button')
    row.setAttribute('aria-pressed', String(isChosen(row)))
  }
  for (const control of root.querySelectorAll<HTMLElement>('input, select')) {
    const argument = control.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
    control.setAttribute('aria-label', argument ?? (control instanceof HTMLSelectElement ? 'Kind of operation' : 'Name of the operation'))
  }
  for (const button of root.querySelectorAll<HTMLElement>('form button')) button.setAttribute('aria-label', 'Add an operation')
}

/** The plugin shows it by the icon alone: a filled circle, or an arrow that points down. */
function isChosen(row: HTMLElement): boolean {
  const { fill = '', transform = '' } = row.querySelector('svg')?.style ?? {}
  return fill !== '' || transform !== ''
}
