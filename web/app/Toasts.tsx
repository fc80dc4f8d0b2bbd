import { useEffect, useState, type ComponentType } from 'react'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { usePageTroubles } from '../lib/usePageTroubles.ts'
import { toast, useToaster } from '../ui/toast.ts'

const SESSION_END = 'session end'
/** Milliseconds; long enough to be read by who looks elsewhere first. */
const TROUBLE_STAYS = 30_000

/**
 * Where toasts appear. Their code comes with the first one, or ahead of it: with a form to sign in, and when the shell has nothing else to
 * do. A page that cannot load it goes on, and tries again with the next toast.
 */
export function Toasts() {
  const wanted = useToaster(({ wanted }) => wanted)
  const ended = useAuthStore((state) => state.ended)
  const [Area, setArea] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!wanted) return
    import('./ToastArea.tsx').then(
      (module) => setArea(() => module.default),
      () => useToaster.setState({ wanted: false }),
    )
  }, [wanted])
  useEffect(() => {
    if (!ended) return undefined
    toast.info('Your session has ended. Please sign in again.', { id: SESSION_END, duration: Infinity })
    return () => toast.dismiss(SESSION_END)
  }, [ended])
  const { unstored, changed } = usePageTroubles()
  useEffect(() => {
    if (unstored)
      toast.warning('This browser blocks storage for Sakha. You can continue, but you will have to sign in again after a reload.', {
        duration: TROUBLE_STAYS,
      })
  }, [unstored])
  useEffect(() => {
    if (changed)
      toast.warning(
        'A translator or an extension has changed this page, so its figures may be out of date. Turn it off for this site, then reload.',
        {
          duration: Infinity,
        },
      )
  }, [changed])
  return Area && <Area />
}
