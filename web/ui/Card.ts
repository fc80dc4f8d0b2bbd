import { styled } from 'styled-components'

/** A surface one tone above the ground. */
export const Card = styled.section`
  min-width: 0;
  padding: 16px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
`
