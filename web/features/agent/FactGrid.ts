import { styled } from 'styled-components'

/** Facts side by side, each a `div` of its name above its value. */
export const FactGrid = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
  gap: 10px 16px;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-weight: 600;
  }
`
