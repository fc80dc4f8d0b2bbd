import { Switch as Primitive } from 'radix-ui'
import { useId } from 'react'
import { styled } from 'styled-components'

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 44px;

  label {
    font-size: var(--text-sm);
    font-weight: 600;
    cursor: pointer;
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }
`

const Track = styled(Primitive.Root)`
  position: relative;
  flex: none;
  width: 44px;
  height: 24px;
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: 999px;
  background: var(--overlay);
  cursor: pointer;

  /* The finger's target is higher than the switch. */
  &::after {
    position: absolute;
    inset: -10px 0;
    content: '';
  }

  &[data-state='checked'] {
    border-color: transparent;
    background: var(--accent-solid);
  }

  &[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.6;
  }
`

const Thumb = styled(Primitive.Thumb)`
  display: block;
  width: 16px;
  height: 16px;
  border-radius: 50%;
  background: var(--muted);
  transform: translateX(3px);
  transition: transform var(--fast);

  &[data-state='checked'] {
    background: var(--on-accent);
    transform: translateX(23px);
  }
`

interface SwitchProps {
  /** What is on or off. */
  label: string
  /** What the present state means. */
  note: string
  checked: boolean
  /** Its change is on the way: it keeps the focus and ignores others. */
  busy: boolean
  onToggle: () => void
}

/** Something that is on or off, at once. It shows the state, not the request: the caller changes `checked` when it is done. */
export function Switch({ label, note, checked, busy, onToggle }: SwitchProps) {
  const id = useId()
  return (
    <Row>
      <label htmlFor={id}>
        {label}
        <small id={`${id}-note`}>{note}</small>
      </label>
      <Track
        id={id}
        checked={checked}
        aria-label={label}
        aria-describedby={`${id}-note`}
        aria-disabled={busy}
        onCheckedChange={() => (busy ? undefined : onToggle())}
      >
        <Thumb />
      </Track>
    </Row>
  )
}
