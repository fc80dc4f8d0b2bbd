import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Alert } from './Alert.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Modal } from './Modal.tsx'

function Opener({ kind }: { kind: 'modal' | 'confirm' }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const dialog =
    kind === 'modal' ? (
      <Modal title="Sign in" description="To your account" onClose={close}>
        <input aria-label="Email" />
      </Modal>
    ) : (
      <ConfirmDialog title="Sure?" consequence="It ends." confirmLabel="End" onConfirm={close} onCancel={close} />
    )
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? dialog : null}
    </>
  )
}

it.each(['modal', 'confirm'] as const)('a closed %s gives the focus back to what opened it', async (kind) => {
  render(<Opener kind={kind} />)
  const opener = screen.getByText('Open')
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole(kind === 'modal' ? 'dialog' : 'alertdialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('alerts at the top of a dialog touch neither its description nor one another', () => {
  render(
    <Modal title="Trade" description="Nifty 50" onClose={() => undefined}>
      <Alert>One</Alert>
      <Alert>Two</Alert>
    </Modal>,
  )
  const gaps = ['One', 'Two'].map((text) => getComputedStyle(screen.getByText(text)).marginTop)
  expect(gaps).toEqual(['16px', '8px'])
})
