import { lazy, Suspense } from 'react'

const TradeDialog = lazy(() => import('./TradeDialog.tsx').then((module) => ({ default: module.TradeDialog })))

/** Why a trade was made, over the page, loaded when it is asked for; `id` empty: of none. */
export function TradeDialogOf({ id, onClose }: { id: string; onClose: () => void }) {
  return id === '' ? null : (
    <Suspense fallback={null}>
      <TradeDialog id={id} onClose={onClose} />
    </Suspense>
  )
}
