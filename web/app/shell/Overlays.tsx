import { lazy, Suspense } from 'react'
import { closeOverlay, showOverlay, useOverlay } from './useOverlay.ts'

// Loaded on first use.
const Palette = lazy(() => import('./Palette.tsx'))
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'))
const StartAllDialog = lazy(() => import('./StartAllDialog.tsx'))
const EmergencyStopDialog = lazy(() =>
  import('../../features/dashboard/EmergencyStopDialog.tsx').then((module) => ({ default: module.EmergencyStopDialog })),
)
const StopSheet = lazy(() => import('../../features/dashboard/StopSheet.tsx').then((module) => ({ default: module.StopSheet })))

/** Whatever lies over the screen, whichever screen that is. */
export function Overlays() {
  const open = useOverlay((overlay) => overlay.open)
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? <Palette onClose={closeOverlay} /> : null}
      {open === 'shortcuts' ? <ShortcutsDialog onClose={closeOverlay} /> : null}
      {open === 'start-all' ? <StartAllDialog onClose={closeOverlay} /> : null}
      {open === 'emergency-stop' ? <EmergencyStopDialog onClose={closeOverlay} /> : null}
      {open === 'stop-sheet' ? <StopSheet onClose={closeOverlay} onTypeInstead={() => showOverlay('emergency-stop')} /> : null}
    </Suspense>
  )
}
