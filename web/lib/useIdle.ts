import { startTransition, useEffect, useState } from 'react'

/** Even on a browser that is never idle. */
const LATEST_MS = 1_000

/**
 * False until the browser is idle: then true, for one caller after the other. Content out of view delays neither the visible part nor
 * input. Once all had their turn true from the start.
 */
export const useIdle = createUseIdle()

/** `useIdle` with a queue of its own, for its tests. */
export function createUseIdle(): () => boolean {
  /** The queue, in page order; empty and settled once the first screen has rendered. */
  const waiting: (() => void)[] = []
  let settled = false

  function next(): void {
    waiting.shift()?.()
    if (waiting.length > 0) onIdle(next)
    else settled = true
  }

  return function useIdle() {
    const [idle, setIdle] = useState(settled)
    useEffect(() => {
      if (idle) return
      const turn = () => startTransition(() => setIdle(true))
      waiting.push(turn)
      if (waiting.length === 1) onIdle(next)
      return () => {
        const place = waiting.indexOf(turn)
        if (place !== -1) waiting.splice(place, 1)
      }
    }, [idle])
    return idle
  }
}

function onIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: LATEST_MS })
  // Safari has no idle callbacks.
  else setTimeout(callback, LATEST_MS / 10)
}
