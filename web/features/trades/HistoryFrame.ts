import { styled } from 'styled-components'
import { DESK, media } from '../../theme/media.ts'

/** Where the history's table scrolls under its headings and beside its first column; on phones its rows are cards of the page. */
export const HistoryFrame = styled.div<{ $compact: boolean }>`
  max-height: max(24rem, calc(100dvh - 9rem));
  overflow: auto;
  /* A row that is gone to by key stands clear of the headings and the totals. */
  scroll-padding: 3rem 0;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);

  &[aria-busy='true'] {
    opacity: 0.6;
  }

  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--text-sm);
  }

  th,
  td {
    padding: ${({ $compact }) => ($compact ? '4px 7px' : '10px 7px')};
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    text-align: left;
    white-space: nowrap;
  }

  tbody tr:hover > * {
    background: var(--raised);
  }

  tbody tr {
    position: relative;
    cursor: pointer;
  }

  tbody th small,
  tbody td small {
    ${({ $compact }) => ($compact ? 'display: none;' : '')}
  }

  thead th,
  tfoot td {
    position: sticky;
    z-index: 2;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 550;
  }

  /* A heading may take two lines, so that it makes no column wider than its values: all of them fit beside the navigation. */
  thead th {
    top: 0;
    padding-block: 0;
    white-space: normal;
  }

  tfoot td {
    bottom: 0;
    border-top: 1px solid var(--line);
    border-bottom: 0;
  }

  tr > :first-child {
    position: sticky;
    left: 0;
    z-index: 1;
  }

  thead tr > :first-child,
  tfoot tr > :first-child {
    z-index: 3;
  }

  tbody th {
    font-weight: 600;
  }

  /* Beside the navigation, long names end in an ellipsis: rows keep their height, and the last column is whole. */
  @media ${DESK} and (max-width: 84rem) {
    tbody th,
    .strategy {
      max-width: 11rem;
      overflow: hidden;
      text-overflow: ellipsis;
    }

    .strategy {
      max-width: 8.5rem;
    }
  }

  tbody th a {
    color: inherit;
    text-decoration: none;
  }

  tbody th a:hover {
    text-decoration: underline;
  }

  tbody th span {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }

  .gap > td {
    padding: 0;
    border: 0;
  }

  .number {
    text-align: right;
  }

  .profit > :last-child,
  tfoot .number > :last-child {
    ${({ $compact }) => ($compact ? 'margin-left: 8px;' : 'display: block;')}
  }

  .profit small,
  tfoot small {
    display: inline;
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }

  ${media.phone} {
    max-height: none;
    overflow: visible;
    border: 0;
    background: none;

    table,
    tbody,
    tfoot {
      display: block;
    }

    /* Cards name their own values, and a menu sorts them: keys would stop at headings nobody sees. */
    thead {
      display: none;
    }

    /* Two columns above, of a name and its result, three below, of figures: six between them. */
    tbody tr {
      display: grid;
      grid-template-columns: repeat(6, minmax(0, 1fr));
      gap: 6px 8px;
      margin-bottom: 10px;
      padding: 14px;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
      content-visibility: auto;
      contain-intrinsic-size: auto 168px;
    }

    tbody th,
    tbody td {
      position: static;
      padding: 0;
      border: 0;
      background: none;
      white-space: normal;
    }

    tbody tr:hover > * {
      background: none;
    }

    tbody th small,
    tbody td small {
      display: block;
    }

    tbody th {
      grid-area: 1 / 1 / auto / 5;
      font-size: var(--text-md);
    }

    tbody th span {
      display: block;
    }

    tbody th small {
      display: none;
    }

    /* The whole card leads on. */
    tbody th a::after {
      position: absolute;
      inset: 0;
      content: '';
    }

    .profit {
      grid-area: 1 / 5 / auto / 7;
      justify-self: end;
      white-space: nowrap;
      font-size: var(--text-md);
      font-weight: 650;
    }

    .status {
      grid-area: 2 / 5 / auto / 7;
      text-align: right;
    }

    /* Its card is called so already. */
    .strategy .repeated {
      display: none;
    }

    .strategy {
      grid-area: 2 / 1 / auto / 5;
      margin-bottom: 4px;
      color: var(--muted);
    }

    td[data-label] {
      grid-column: span 2;
      text-align: left;
      white-space: nowrap;
    }

    td:is([data-label='Time'], [data-label='Date']) {
      grid-column: span 3;
    }

    td[data-label]::before {
      content: attr(data-label) ' ';
      color: var(--muted);
      font-size: var(--text-xs);
    }

    tfoot tr {
      display: flex;
      justify-content: space-between;
      padding: 4px 14px;
    }

    tfoot td {
      position: static;
      padding: 0;
      border: 0;
      background: none;
    }

    tfoot td:empty {
      display: none;
    }
  }
`
