import { Dialog } from 'radix-ui'
import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'

export const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
  background: var(--dim);
`

/** Over the upper half of desks, so that it does not move when the results get fewer; all of the screen on phones. */
export const Content = styled(Dialog.Content)`
  position: fixed;
  top: 12vh;
  left: 50%;
  z-index: 40;
  display: flex;
  flex-direction: column;
  width: min(36rem, calc(100vw - 32px));
  max-height: 70vh;
  overflow: hidden;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: 0 12px 40px var(--shadow);
  transform: translateX(-50%);

  & > div:last-of-type {
    display: flex;
    flex-direction: column;
    min-height: 0;
    padding: 4px 8px 8px;
  }

  [role='listbox'] {
    min-height: 0;
    overflow-y: auto;
  }

  [role='group'] > [aria-hidden] {
    padding: 10px 12px 4px;
    color: var(--muted);
    font-size: var(--text-xs);
    letter-spacing: 0;
  }

  [role='option'] {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    min-height: 40px;
    padding: 4px 12px;
    border-radius: var(--radius-sm);
    cursor: pointer;
  }

  [role='option'][aria-selected='true'] {
    background: var(--accent-soft);
    box-shadow: inset 2px 0 0 var(--accent);
  }

  small {
    overflow: hidden;
    color: var(--muted);
    font-size: var(--text-xs);
    text-align: right;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  [role='option'] > span {
    flex: none;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  mark {
    background: none;
    color: var(--accent);
    font-weight: 700;
  }

  p {
    padding: 16px 12px;
    color: var(--muted);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    top: 0;
    left: 0;
    width: 100vw;
    height: 100dvh;
    max-height: none;
    border: 0;
    border-radius: 0;
    transform: none;

    [role='option'] {
      min-height: 44px;
    }
  }
`

/** The box and, where there is no Escape key at hand, the way out. */
export const Entry = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  padding: 0 8px 0 16px;
  border-bottom: 1px solid var(--line);
  color: var(--muted);

  input {
    flex: 1;
    min-width: 0;
    height: 52px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--text);
    font-size: 1rem;
    outline: none;
  }

  &:has(input:focus-visible) {
    box-shadow: inset 0 -2px 0 var(--accent);
  }

  button {
    min-width: 44px;
    min-height: 44px;
    border: 0;
    border-radius: var(--radius-sm);
    background: none;
    color: var(--muted);
    font-size: var(--text-sm);
    cursor: pointer;
  }
`
