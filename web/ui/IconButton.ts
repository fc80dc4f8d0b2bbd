import { styled } from 'styled-components'

/** A square button around one icon; it needs an aria-label. */
export const IconButton = styled.button`
  display: inline-grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--radius-sm);
  background: transparent;
  color: var(--muted);
  cursor: pointer;

  &:hover:not(:disabled) {
    background: var(--raised);
    color: var(--text);
  }
`
