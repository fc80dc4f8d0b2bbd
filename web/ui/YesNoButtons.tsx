import { useLayoutEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { media } from '../theme/media.ts'
import { Button } from './Button.ts'
import { useSettled } from './useSettled.ts'

const Row = styled.div`
  display: flex;
  gap: 8px;
  /* What stands beside them may grow by a line: they stay where they are. */
  align-self: end;

  button {
    min-width: 7rem;
  }

  /* A pointer that is already down does not press what has come under it. */
  &[data-ready='false'] button {
    pointer-events: none;
  }

  ${media.phone} {
    flex: 1;

    button {
      flex: 1;
    }
  }
`

interface YesNoButtonsProps {
  yes: string
  no: string
  /** An answer is on its way. */
  busy: boolean
  /** There is nothing to answer any more. */
  isOver: boolean
  onAnswer: (approve: boolean) => void
}

/**
 * Yes or no to one question; with a `key` of that question. They take no press before it has stood for a moment (useSettled.ts), and look
 * it. The focus on one of them moves to the page when they disappear.
 */
export function YesNoButtons({ yes, no, busy, isOver, onAnswer }: YesNoButtonsProps) {
  const isReady = useSettled() && !busy && !isOver
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const buttons = row.current
    return () => {
      if (buttons?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Row ref={row} data-ready={isReady}>
      <Button type="button" $busy={!isReady} onClick={() => onAnswer(true)}>
        {yes}
      </Button>
      <Button $look="quiet" type="button" $busy={!isReady} onClick={() => onAnswer(false)}>
        {no}
      </Button>
    </Row>
  )
}
