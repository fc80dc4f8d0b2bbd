import type { ExternalToast, toast as sonner } from 'sonner'
import { create } from 'zustand'

/** What shows toasts, or takes them away. */
type Toaster = Pick<typeof sonner, 'success' | 'error' | 'info' | 'warning' | 'dismiss'>
type Act = (toaster: Toaster) => void

interface ToasterState {
  /** Whether its code is to be loaded. */
  readonly wanted: boolean
  /** Once it is mounted. */
  readonly mounted: Toaster | null
  /** What was called for before, in order. */
  readonly waiting: readonly Act[]
}

export const useToaster = create<ToasterState>(() => ({ wanted: false, mounted: null, waiting: [] }))

/** Has the toaster loaded: before the first toast, as there may be no connection when it is called for. */
export const wantToaster = (): void => useToaster.setState({ wanted: true })

/** Shows what waits, and from now on everything at once; null: it is gone, and what is called for waits. */
export function connectToaster(mounted: Toaster | null): void {
  const { waiting } = useToaster.getState()
  useToaster.setState({ mounted, waiting: mounted ? [] : waiting })
  if (mounted) for (const act of waiting) act(mounted)
}

function act(act: Act): void {
  const { mounted, waiting } = useToaster.getState()
  if (mounted) act(mounted)
  else useToaster.setState({ wanted: true, waiting: [...waiting, act] })
}

const show =
  (kind: Exclude<keyof Toaster, 'dismiss'>) =>
  (...said: [text: string, options?: ExternalToast]): void =>
    act((toaster) => void toaster[kind](...said))

/**
 * Shows a short message over the screen; none is lost. The code that does comes with app/ToastArea.tsx: import `toast` from here, not from
 * sonner, which would come with the first load.
 */
export const toast = {
  ...{ success: show('success'), error: show('error'), info: show('info'), warning: show('warning') },
  /** Takes the toast with this id away. */
  dismiss: (id: string): void => act((toaster) => void toaster.dismiss(id)),
}
