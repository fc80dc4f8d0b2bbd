import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { ColumnPanelProps } from './ColumnPanel.tsx'

// Columns are chosen once.
const ColumnPanel = lazy(() => import('./ColumnPanel.tsx').then((module) => ({ default: module.ColumnPanel })))

const Trigger = styled.button`
  display: inline-grid;
  place-items: center;
  width: 36px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: var(--radius-sm);
  background: none;
  color: var(--muted);
  cursor: pointer;

  &:hover,
  &[aria-expanded='true'] {
    background: var(--raised);
    color: var(--text);
  }
`

/** Which columns the table of running trades has: a button in its head that opens them. */
export function ColumnChoice(choice: Pick<ColumnPanelProps, 'hidden' | 'onChoose'>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Trigger
        ref={button}
        type="button"
        aria-label="Choose columns"
        title="Choose columns"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Columns3 size={16} aria-hidden />
      </Trigger>
      {isOpen ? (
        <Suspense fallback={null}>
          <ColumnPanel {...choice} button={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
