import { useEffect } from 'react'

let name = document.title
let unread = 0

function write(): void {
  document.title = unread === 0 ? name : `(${unread}) ${name}`
}

/** The window's title while the component is on screen: `Live Trades · PAPER · Sakha`; afterwards the previous one. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = name
    name = title
    write()
    return () => {
      name = before
      write()
    }
  }, [title])
}

/** Puts how many notifications are unread before the title, whichever screen that names; nothing while there are none. */
export function useUnreadInTitle(count: number): void {
  useEffect(() => {
    unread = count
    write()
    return () => {
      unread = 0
      write()
    }
  }, [count])
}
