import type { ExternalToast, toast as sonner } from 'sonner'

/** What shows toasts, or takes them away. */
type Toaster = Pick<typeof sonner, 'success' | 'error' | 'info' | 'warning' | 'dismiss'>
type Kind = Exclude<keyof Toaster, 'dismiss'>

/** Toasts, and a queue of their own for those that are called for before the toaster is there. */
export function createToasts() {
  const waiting: ((toaster: Toaster) => void)[] = []
  let mounted: Toaster | null = null

  function whenMounted(act: (toaster: Toaster) => void): void {
    if (mounted) act(mounted)
    else waiting.push(act)
  }

  const show =
    (kind: Kind) =>
    (...said: [text: string, options?: ExternalToast]): void =>
      whenMounted((toaster) => void toaster[kind](...said))

  return {
    toast: {
      ...{ success: show('success'), error: show('error'), info: show('info'), warning: show('warning') },
      /** Of the toast that was shown with this id. */
      dismiss: (id: string) => whenMounted((toaster) => void toaster.dismiss(id)),
    },
    /** Shows what waits, and from now on everything at once; null: it is gone, and what is called for waits. */
    connectToaster(toaster: Toaster | null): void {
      mounted = toaster
      if (toaster) for (const act of waiting.splice(0)) act(toaster)
    },
  }
}

/**
 * Shows a short message over the screen. Its code comes with app/ToastArea.tsx, after the first screen: import `toast` from here, not from
 * sonner, which would come with the first load.
 */
export const { toast, connectToaster } = createToasts()
