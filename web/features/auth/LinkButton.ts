import { styled } from 'styled-components'

/** A button that reads as a link within text: it leads to another view of the same place. */
export const LinkButton = styled.button.attrs({ type: 'button' })`
  min-height: 44px;
  padding: 0 4px;
  border: 0;
  background: none;
  color: var(--accent);
  font-size: var(--text-sm);
  text-decoration: underline;
  text-underline-offset: 0.2em;
  cursor: pointer;
`
