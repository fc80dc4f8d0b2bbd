import { useEffect, useRef, useState, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.ts'

/** Milliseconds; longer than any press by accident. */
export const HOLD_MS = 1_500

const Held = styled(Button)`
  position: relative;
  overflow: hidden;
  touch-action: none;
  user-select: none;
  -webkit-touch-callout: none;

  &::before {
    position: absolute;
    inset: 0;
    background: currentColor;
    content: '';
    opacity: 0.22;
    transform: scaleX(0);
    transform-origin: left;
  }

  &[data-holding='true']::before {
    transform: scaleX(1);
    transition: transform ${HOLD_MS}ms linear;
  }
`

interface HoldButtonProps {
  $busy: boolean
  /** It was held to the end. */
  onHeld: () => void
  children: ReactNode
}

/** A button for what cannot be undone: it must be held down, by a pointer or by Space or Enter. */
export function HoldButton({ $busy, onHeld, children }: HoldButtonProps) {
  const [holding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function letGo() {
    clearTimeout(timer.current)
    setHolding(false)
  }

  function hold() {
    if ($busy) return
    letGo()
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      onHeld()
    }, HOLD_MS)
  }

  return (
    <Held
      $look="danger"
      type="button"
      $busy={$busy}
      data-holding={holding}
      onPointerDown={({ button }) => (button === 0 ? hold() : undefined)}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) hold()
      }}
      onKeyUp={letGo}
      onBlur={letGo}
      // A long press on a touch screen asks for a menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </Held>
  )
}
