import { useEffect, type RefObject } from 'react'

/** Tells the whole page how high a bar is that lies over its lower end, as `--save-bar`: toasts and what is gone to by key stand clear of it. */
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
