import { styled } from 'styled-components'

/** Live trades and orders that are open at the broker, a line each. */
export const OpenList = styled.ul`
  display: grid;
  gap: 4px;
  margin: 0;
  padding-left: 20px;
  font-size: var(--text-sm);
  overflow-wrap: anywhere;
`
