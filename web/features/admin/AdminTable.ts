import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'

/** A table at a desk; on phones a list of names with what belongs to them below. */
export const AdminTable = styled.table`
  width: 100%;
  margin-top: 16px;
  border-collapse: collapse;
  font-size: var(--text-sm);

  &:first-child {
    margin-top: 0;
  }

  caption {
    padding-bottom: 6px;
    color: var(--muted);
    font-size: var(--text-xs);
    text-align: left;
  }

  th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 500;
  }

  th,
  td {
    padding: 6px 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
  }

  th:first-child,
  tbody th {
    color: inherit;
    text-align: left;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    thead {
      display: none;
    }

    tr {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 12px;
      padding: 8px 0;
      border-bottom: 1px solid var(--line);
    }

    tbody th {
      flex-basis: 100%;
    }

    th,
    td {
      padding: 0;
      border: 0;
      white-space: normal;
      overflow-wrap: anywhere;
    }

    td[data-label]::before {
      color: var(--muted);
      content: attr(data-label) ' ';
    }
  }
`
