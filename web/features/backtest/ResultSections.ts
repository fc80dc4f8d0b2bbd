import { styled } from 'styled-components'

/** The stacked sections of a backtest's result. */
export const ResultSections = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;

  h3 {
    margin-bottom: 8px;
    font-size: var(--text-md);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`
