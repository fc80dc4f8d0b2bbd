import { useState } from 'react'

/** For dialogs rendered while they are open, which Radix knows no trigger of: on closing, the focus goes back to where it was. */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
