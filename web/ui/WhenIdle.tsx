import type { ReactNode } from 'react'
import { useIdle } from '../lib/useIdle.ts'

/** Renders its children when the browser has nothing more urgent to do, and until then what holds their place. */
export function WhenIdle({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return useIdle() ? children : fallback
}
