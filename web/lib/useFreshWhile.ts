import { useEffect, useEffectEvent } from 'react'

/** How often a question reads again what it counts. */
export const FRESH_MS = 5_000

/** Reads at once and every five seconds while a question is asked that names what is read: it may change before the answer. */
export function useFreshWhile(isAsked: boolean, read: () => void): void {
  const readAgain = useEffectEvent(read)
  useEffect(() => {
    if (!isAsked) return
    readAgain()
    const timer = window.setInterval(() => readAgain(), FRESH_MS)
    return () => window.clearInterval(timer)
  }, [isAsked])
}
