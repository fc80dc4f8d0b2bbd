import { lazy, Suspense, useState } from 'react'
import type { Instant } from '../../../schema/time.ts'
import { useSessionEnd } from './useSessionEnd.ts'

const SessionEndDialog = lazy(() => import('./SessionEndDialog.tsx').then((module) => ({ default: module.SessionEndDialog })))

/** Warns the user before the session ends by itself. For the shell, once. */
export function SessionEndNotice() {
  const { end, stay } = useSessionEnd()
  const [seen, setSeen] = useState<Instant | null>(null)
  return (
    <Suspense fallback={null}>
      {end && end.at !== seen ? <SessionEndDialog end={end} onStay={stay} onSeen={() => setSeen(end.at)} /> : null}
    </Suspense>
  )
}
