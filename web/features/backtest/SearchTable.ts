import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'

/** Round a wide table of variants or folds: it scrolls in itself, its first column is text and stays in sight. */
export const SearchTable = styled.div`
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

  th:first-child,
  td:first-child {
    position: sticky;
    left: 0;
    background: var(--surface);
    text-align: left;
  }

  thead th {
    color: var(--muted);
    font-weight: 500;
  }

  ${media.phone} {
    th,
    td {
      padding: 6px;
      font-size: var(--text-xs);
    }

    th:first-child,
    td:first-child {
      max-width: 9rem;
      white-space: normal;
    }
  }
`
