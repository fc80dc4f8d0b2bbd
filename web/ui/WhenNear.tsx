import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { useIdle } from '../lib/useIdle.ts'

/** As `WhenIdle`, and not before their place is within a screen of what is in view: a page that nobody scrolls requests nothing for it. */
export function WhenNear({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const idle = useIdle()
  useEffect(() => {
    if (near || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near])
  return <div ref={place}>{idle && near ? children : fallback}</div>
}
