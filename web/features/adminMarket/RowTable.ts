import { styled } from 'styled-components'

/** Rows with their actions at the end, the headings in sight; what does not fit scrolls in its `RowScroll`. */
export const RowTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--text-sm);

  th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 500;
  }

  thead th {
    position: sticky;
    top: 0;
    background: var(--surface);
  }

  th,
  td {
    padding: 6px 8px;
    border-bottom: 1px solid var(--line);
    text-align: left;
    white-space: nowrap;
  }

  td:last-child,
  th:last-child {
    text-align: right;
  }

  /* Names, the only long words; figures and dates stay in one line. */
  td:nth-last-child(2) {
    min-width: 8rem;
    white-space: normal;
  }

  td button {
    margin-left: 4px;
  }
`

/** As high as leaves what comes below it in reach; positioned, so that what only screen readers see cannot widen the page. */
export const RowScroll = styled.div`
  position: relative;
  max-height: max(20rem, 60vh);
  overflow: auto;
`
