import { styled } from 'styled-components'

/** What settings would come to, in sentences; those marked as refused are warnings. */
export const Hint = styled.div`
  display: grid;
  gap: 6px;
  color: var(--muted);
  font-size: var(--text-xs);

  p[data-refused] {
    padding: 6px 10px;
    border-radius: var(--radius-sm);
    background: var(--warning-soft);
    color: var(--warning);
  }
`
