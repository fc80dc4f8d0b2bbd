import { styled } from 'styled-components'

/** Round a table of a backtest's result: one that is wider than the screen scrolls in itself. */
export const TableScroller = styled.div`
  overflow-x: auto;

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-sm);
  }

  caption {
    padding-bottom: 8px;
    font-weight: 600;
    text-align: left;
  }

  th,
  td {
    padding: 6px 10px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
  }

  thead th {
    color: var(--muted);
    font-weight: 500;
  }
`
