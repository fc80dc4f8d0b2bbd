import { useEffect, useState } from 'react'

/** For so long after something appeared a press on it may have been meant for what stood there before. */
export const SETTLING_MS = 700

/** Whether the component has been there long enough to be what a press is meant for. Until then its buttons are `$busy`. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), SETTLING_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return settled
}
