import { styled } from 'styled-components'

/** The parts of a backtest's result below each other. */
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
