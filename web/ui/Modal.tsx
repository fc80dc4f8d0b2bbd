import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { keyframes, styled } from 'styled-components'
import { IconButton } from './IconButton.ts'
import { useFocusReturn } from './useFocusReturn.ts'

const fade = keyframes`
  from { opacity: 0; }
`

const rise = keyframes`
  from { opacity: 0; transform: translate(-50%, calc(-50% + 8px)); }
`

const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
  background: var(--dim);
  animation: ${fade} var(--calm);
`

const Description = styled(Dialog.Description)`
  margin-top: 6px;
  color: var(--muted);
  font-size: var(--text-sm);
`

/** Where a dialog lies and how it comes: in the middle. */
export const ModalFrame = styled(Dialog.Content)<{ $wide: boolean }>`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: 40;
  width: min(${({ $wide }) => ($wide ? '52rem' : '26rem')}, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  padding: 24px;
  overflow-y: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-lg);
  background: var(--surface);
  transform: translate(-50%, -50%);
  animation: ${rise} var(--calm);

  /* What went wrong comes first and has no margin of its own. */
  ${Description} + [role='alert'] {
    margin-top: 16px;
  }

  & > [role='alert'] + [role='alert'] {
    margin-top: 8px;
  }
`

const Title = styled(Dialog.Title)`
  padding-right: 32px;
  font-size: var(--text-xl);
`

const Close = styled(IconButton)`
  position: absolute;
  top: 12px;
  right: 12px;
`

interface ModalProps {
  title: string
  description: string
  /** For what is viewed, not filled in. */
  wide?: boolean
  /** Where else it lies. */
  frame?: typeof ModalFrame
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page, and over the dialogs opened before it, while it is rendered: focus stays inside, Escape and the cross ask to close it. */
export function Modal({ title, description, wide = false, frame: Frame = ModalFrame, onClose, children }: ModalProps) {
  const returnFocus = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Frame $wide={wide} onCloseAutoFocus={returnFocus}>
          <Title>{title}</Title>
          <Description>{description}</Description>
          {children}
          <Dialog.Close asChild>
            <Close type="button" aria-label="Close">
              <X size={20} aria-hidden />
            </Close>
          </Dialog.Close>
        </Frame>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
