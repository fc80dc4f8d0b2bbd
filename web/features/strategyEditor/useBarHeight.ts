import { useEffect, type RefObject } from 'react'

/** Publishes the height of a bar fixed to the page's lower end, as `--save-bar`: toasts and keyboard scrolling stay clear of it. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--save-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--save-bar')
    }
  }, [bar])
}
