import { useStartAll } from '../../features/dashboard/useStartAll.ts'
import { modesOf, useTradingMode } from '../../gql/useTradingMode.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Confirms a start of all strategies from the palette, where a wrong key is easily pressed. */
export default function StartAllDialog({ onClose }: { onClose: () => void }) {
  const { startAll } = useStartAll()
  const modes = modesOf(useTradingMode())
  return (
    <ConfirmDialog
      title="Start all strategies?"
      consequence={`All your subscribed strategies open trades from their next signal (${modes}).`}
      confirmLabel="Start all"
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void startAll()
      }}
    />
  )
}
