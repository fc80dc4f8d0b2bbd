import { useStartAll } from '../../features/dashboard/useStartAll.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before all strategies are started from the palette, where one key too many is pressed easily. */
export default function StartAllDialog({ onClose }: { onClose: () => void }) {
  const { startAll } = useStartAll()
  return (
    <ConfirmDialog
      title="Start all strategies?"
      consequence="All strategies you subscribed to open trades from their next signal (PAPER)."
      confirmLabel="Start all"
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void startAll()
      }}
    />
  )
}
