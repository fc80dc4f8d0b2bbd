import { styled } from 'styled-components'
import { media } from '../theme/media.ts'

interface ButtonProps {
  $look?: 'solid' | 'quiet' | 'danger'
  /** What it does is under way: it keeps the focus, which `disabled` would take from it, and ignores other presses. */
  $busy?: boolean
}

const ignore = (event: { preventDefault: () => void }) => event.preventDefault()

/** A button, or a link that looks like one (`as`). `solid` is the one main action of a place. */
export const Button = styled.button.attrs<ButtonProps>(({ $busy }) => ($busy ? { 'aria-disabled': true, onClick: ignore } : {}))`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 36px;
  padding: 0 14px;
  border: 1px solid transparent;
  border-radius: var(--radius-sm);
  background: ${({ $look }) => ($look === 'quiet' ? 'var(--raised)' : $look === 'danger' ? 'var(--danger-soft)' : 'var(--accent-solid)')};
  color: ${({ $look }) => ($look === 'quiet' ? 'var(--text)' : $look === 'danger' ? 'var(--danger)' : 'var(--on-accent)')};
  border-color: ${({ $look }) => ($look === 'quiet' ? 'var(--line)' : $look === 'danger' ? 'var(--danger)' : 'transparent')};
  font-size: var(--text-sm);
  font-weight: 600;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition: filter var(--fast);

  &:hover:not(:disabled, [aria-disabled='true']) {
    filter: brightness(var(--hover));
  }

  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.55;
  }

  ${media.phone} {
    min-height: 44px;
  }
`
