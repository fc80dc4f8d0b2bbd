import { Copy, Download } from 'lucide-react'
import { styled } from 'styled-components'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.ts'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr));
  gap: 6px 16px;
  margin: 16px 0;
  padding: 12px 16px;
  border-radius: var(--radius-sm);
  background: var(--raised);
  font-family: ui-monospace, monospace;
  font-size: var(--text-sm);
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > :last-child {
    margin-left: auto;
  }
`

/** The codes for when the authenticator is lost, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Recovery codes copied.')
    } catch (error) {
      toast.error('The codes could not be copied', { description: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <Modal
      title="Your recovery codes"
      description="Two-factor sign-in is on. Each of these codes signs you in once if you lose your phone. They are shown only now: store them somewhere other than your phone."
      onClose={onClose}
    >
      <Codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Actions>
        <Button $look="quiet" type="button" onClick={() => void copy()}>
          <Copy size={15} aria-hidden /> Copy
        </Button>
        <Button
          $look="quiet"
          type="button"
          onClick={() => saveFile('sakha-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          <Download size={15} aria-hidden /> Download
        </Button>
        <Button type="button" onClick={onClose}>
          I have saved them
        </Button>
      </Actions>
    </Modal>
  )
}
