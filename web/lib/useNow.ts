import { useEffect, useState } from 'react'
import type { Instant } from '../../schema/time.ts'

/** The real time, renewed every `everyMs`. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
  return now
}
