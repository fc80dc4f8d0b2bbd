import type { ComponentProps } from 'react'
import { keyframes, styled } from 'styled-components'
import { Modal, ModalFrame } from './Modal.tsx'

const rise = keyframes`
  from { transform: translateY(100%); }
`

const Sheet = styled(ModalFrame)`
  inset: auto 0 0;
  width: auto;
  max-width: 32rem;
  margin: 0 auto;
  padding: 20px 16px calc(20px + env(safe-area-inset-bottom));
  border-bottom: 0;
  border-radius: var(--radius-lg) var(--radius-lg) 0 0;
  transform: none;
  animation: ${rise} var(--calm) ease-out;
`

/** A dialog within reach of a thumb. */
export function BottomSheet(dialog: Omit<ComponentProps<typeof Modal>, 'frame' | 'wide'>) {
  return <Modal frame={Sheet} {...dialog} />
}
