import { styled } from 'styled-components'

/** What a card of the admin's screen says, a name and a value to a line. */
export const AdminFacts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, auto) minmax(0, 1fr);
  gap: 8px 16px;
  /* Wider, a value is too far from its name. */
  max-width: 40rem;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
  }

  dd {
    font-weight: 600;
    text-align: right;
  }
`
