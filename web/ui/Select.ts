import { styled } from 'styled-components'

/** A choice from a menu, as high as a text input. */
export const Select = styled.select`
  width: 100%;
  min-width: 0;
  min-height: 44px;
  padding: 0 10px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-sm);
  background: var(--ground);
  color: var(--text);
  text-overflow: ellipsis;

  &[aria-invalid='true'] {
    border-color: var(--danger);
  }
`
