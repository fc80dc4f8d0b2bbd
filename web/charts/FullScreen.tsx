import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { Modal, ModalFrame } from '../ui/Modal.tsx'

const Whole = styled(ModalFrame)`
  inset: 0;
  display: grid;
  grid-template-rows: auto auto minmax(0, 1fr);
  width: auto;
  max-height: none;
  padding: 12px max(16px, env(safe-area-inset-right)) max(12px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left));
  overflow: hidden;
  border: 0;
  border-radius: 0;
  transform: none;
  animation: none;

  & > p {
    margin: 0 0 6px;
  }
`

interface FullScreenProps {
  title: string
  description: string
  onClose: () => void
  children: ReactNode
}

/** A dialog over all of the window, and of the screen where the browser lets it; leaving the one leaves the other. */
export function FullScreen(dialog: FullScreenProps) {
  const onChange = useEffectEvent(() => {
    if (!document.fullscreenElement) dialog.onClose()
  })
  useEffect(() => {
    // Phones may refuse it; the window is filled all the same.
    if (!document.fullscreenEnabled) return
    document.documentElement.requestFullscreen().catch(() => undefined)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  return <Modal frame={Whole} {...dialog} />
}
