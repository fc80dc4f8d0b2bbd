import { Copy } from 'lucide-react'
import { styled } from 'styled-components'
import type { NewAccessTokenPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'

const Text = styled.code`
  display: block;
  margin: 16px 0;
  padding: 12px 16px;
  border-radius: var(--radius-sm);
  background: var(--raised);
  font-family: ui-monospace, monospace;
  font-size: var(--text-sm);
  overflow-wrap: anywhere;
`

/** A new token's text, shown this once. */
export function TokenTextDialog({ made: { text, token }, onClose }: { made: NewAccessTokenPartsFragment; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Token copied.')
    } catch (error) {
      toast.error('The token could not be copied', { description: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <Modal
      title={`Your token ${token.name}`}
      description="It is shown only now. Treat it like a password: anyone who has it can read your data."
      onClose={onClose}
    >
      <Text aria-label="Token">{text}</Text>
      <DialogActions>
        <Button $look="quiet" type="button" onClick={() => void copy()}>
          <Copy size={15} aria-hidden /> Copy
        </Button>
        <Button type="button" onClick={onClose}>
          I have saved it
        </Button>
      </DialogActions>
    </Modal>
  )
}
