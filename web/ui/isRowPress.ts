import type { MouseEvent } from 'react'

/** Whether a press is the row's own: on no control of it, on nothing that one has opened over the page, and not to mark a text. */
export function isRowPress({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  // For React, what a control of the row has opened over the page is in the row too.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('a, button, input, label')) return false
  return window.getSelection()?.isCollapsed !== false
}
