import { styled } from 'styled-components'

/** Round a chart's numbers as a table: the first column names the row, the headings stay in sight. */
export const TableScroller = styled.div`
  overflow: auto;

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-sm);
  }

  th,
  td {
    padding: 6px 10px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
  }

  th:first-child {
    text-align: left;
    font-weight: 500;
  }

  thead th {
    position: sticky;
    top: 0;
    background: var(--surface);
    color: var(--muted);
  }
`
