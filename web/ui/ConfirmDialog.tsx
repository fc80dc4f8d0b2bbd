import { AlertDialog } from 'radix-ui'
import { styled } from 'styled-components'
import { Button } from './Button.ts'
import { DialogActions } from './DialogActions.ts'
import { Sentence } from './Sentence.tsx'
import { useFocusReturn } from './useFocusReturn.ts'
import { useSettled } from './useSettled.ts'

const Overlay = styled(AlertDialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
  background: var(--dim);
`

const Content = styled(AlertDialog.Content)`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: 40;
  width: min(26rem, calc(100vw - 32px));
  padding: 24px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
  background: var(--surface);
  transform: translate(-50%, -50%);

  h2 {
    font-size: var(--text-lg);
  }

  p {
    margin: 8px 0 20px;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

interface ConfirmDialogProps {
  title: string
  /** What will happen, and what will not. */
  consequence: string
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks before something that cannot simply be undone; the focus begins on Cancel, and the second press of a double click confirms nothing.
 * Rendered while the question stands.
 */
export function ConfirmDialog({ title, consequence, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const returnFocus = useFocusReturn()
  const settled = useSettled()
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <Overlay />
        <Content onCloseAutoFocus={returnFocus}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description>
            <Sentence text={consequence} />
          </AlertDialog.Description>
          <DialogActions>
            <AlertDialog.Cancel asChild>
              <Button $look="quiet" type="button">
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button $look="danger" type="button" $busy={!settled} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </AlertDialog.Action>
          </DialogActions>
        </Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
