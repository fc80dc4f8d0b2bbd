import { useEffect, useState } from 'react'
import type { Instant } from '../../schema/time.ts'
import { serverNow } from './serverClock.ts'

/** The real time by the server's clock, renewed every `everyMs`. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
  return now
}
