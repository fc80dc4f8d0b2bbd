import { useEffect, type RefObject } from 'react'

/**
 * Publishes the height of a bar fixed to the page's lower end, under this name of a CSS property: toasts, keyboard scrolling and what is
 * fixed above it stay clear of it.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, property: '--save-bar' | '--shelf'): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [bar, property])
}
