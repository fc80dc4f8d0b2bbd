import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { SECOND } from '../../schema/time.ts'
import { useMediaQuery } from '../lib/useMediaQuery.ts'
import { DESK, PHONE } from '../theme/media.ts'
import { useThemeStore } from '../theme/useThemeStore.ts'
import { connectToaster } from '../ui/toast.ts'

/** A failure stands longer than good news: it is to be read, and another toast may lie over it for a while. */
const FAILURE_STAYS = 8 * SECOND

type Show = (typeof sonner)['info']

/** One that stays until it is closed has a cross; any other lets presses through, and goes by itself wherever the pointer is (global.css). */
const show =
  (kind: 'success' | 'error' | 'info' | 'warning'): Show =>
  (text, options) =>
    sonner[kind](text, {
      closeButton: options?.duration === Infinity,
      ...(kind === 'error' ? { duration: FAILURE_STAYS } : {}),
      ...options,
    })

const TOASTER = {
  ...{ success: show('success'), error: show('error'), info: show('info'), warning: show('warning') },
  dismiss: sonner.dismiss,
}

/** Below the market strip; tablets have a bar above that. */
const TOP = { desk: '50px', tablet: '106px' } as const
/** Above the pages under the thumb, and above what else is fixed there. */
const BOTTOM = 'calc(var(--bottom-bar) + var(--save-bar) + var(--shelf) + 8px)'

/** The toasts themselves, one at a time: at the top right, in the room above a page's own buttons; on phones at the lower end. */
export default function ToastArea() {
  // Runs after the toaster’s own effects, which misses earlier toasts.
  useEffect(() => {
    connectToaster(TOASTER)
    return () => connectToaster(null)
  }, [])
  const onPhone = useMediaQuery(PHONE)
  const onDesk = useMediaQuery(DESK)
  const darkMode = useThemeStore((theme) => theme.darkMode)
  const place = onPhone ? { bottom: BOTTOM } : { top: onDesk ? TOP.desk : TOP.tablet, right: '24px' }
  return (
    <Toaster
      theme={darkMode ? 'dark' : 'light'}
      position={onPhone ? 'bottom-right' : 'top-right'}
      visibleToasts={1}
      toastOptions={{ className: 'toast' }}
      offset={place}
      mobileOffset={place}
    />
  )
}
