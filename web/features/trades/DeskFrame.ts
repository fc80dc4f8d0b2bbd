import { css, styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { deskOnPhone } from './deskOnPhone.ts'
import { OPTIONAL_COLUMNS } from './useHiddenColumns.ts'

const hiddenColumns = Object.keys(OPTIONAL_COLUMNS).map(
  (column) => css`
    [data-hidden~='${column}'] :not(.leg) > .${column} {
      display: none;
    }
  `,
)

/**
 * The table of running trades. As it gets narrower, what matters less goes: gross result, strategy and time, ruler, side. On phones a trade is two
 * lines: what and its net result, then lots × entry → last price and the way to close it.
 */
export const DeskFrame = styled.div`
  container-type: inline-size;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);

  table {
    width: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--text-sm);
  }

  th,
  td {
    height: 38px;
    padding: 2px 7px;
    text-align: left;
    white-space: nowrap;
  }

  tbody tr > * {
    border-top: 1px solid var(--line);
  }

  thead th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 550;
  }

  .number {
    text-align: right;
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }

  tbody > :first-child {
    cursor: pointer;
  }

  tbody:hover,
  .chosen {
    background: var(--raised);
  }

  tbody:last-child > :last-child > :first-child {
    border-bottom-left-radius: var(--radius);
  }

  .choice {
    width: 40px;
    padding: 0;
  }

  .choice label {
    display: grid;
    place-items: center;
    width: 40px;
    height: 36px;
    cursor: pointer;
  }

  .choice input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--accent-solid);
  }

  .contract > div {
    display: flex;
    align-items: center;
    gap: 8px;
    max-width: 20rem;
  }

  .contract button {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .contract {
    font-weight: 600;
  }

  .strategy {
    max-width: 9.5rem;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  tbody .strategy,
  .time {
    color: var(--muted);
  }

  .net {
    font-weight: 650;
  }

  tbody .net {
    font-size: var(--text-md);
  }

  .levels > div {
    display: grid;
    grid-template-columns: auto minmax(72px, 1fr) auto;
    align-items: center;
    gap: 8px;
    min-width: 72px;
  }

  .legs {
    text-align: right;
  }

  .legs button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 28px;
    padding: 0 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius-sm);
    background: none;
    color: inherit;
    font-size: var(--text-xs);
    cursor: pointer;
  }

  .legs [aria-expanded='true'] svg {
    transform: rotate(180deg);
  }

  .actions {
    text-align: right;
  }

  .actions button + button {
    margin-left: 4px;
  }

  .actions button {
    min-height: 28px;
    padding: 0 10px;
  }

  .leg > * {
    height: 32px;
    border-top-style: dotted;
    font-weight: 400;
  }

  .leg .contract {
    padding-left: 20px;
    font-weight: 500;
  }

  .leg .net {
    font-size: var(--text-sm);
    font-weight: 550;
  }

  .leg .levels {
    max-width: 16rem;
    overflow: hidden;
    color: var(--muted);
    text-overflow: ellipsis;
  }

  .closed {
    color: var(--muted);
  }

  .alerts > td {
    height: auto;
    padding: 4px 7px 6px 40px;
    border-top: 0;
    white-space: normal;
  }

  /* As wide as the table, which it must not widen. */
  .alerts [role] {
    width: 0;
    min-width: 100%;
    padding: 3px 8px;
    font-size: var(--text-xs);
  }

  @container (max-width: 80rem) {
    .gross,
    .levels small {
      display: none;
    }

    .levels > div {
      grid-template-columns: minmax(72px, 1fr);
    }
  }

  @container (max-width: 69rem) {
    .strategy,
    .time {
      display: none;
    }
  }

  @container (max-width: 60rem) {
    .levels,
    .contract small {
      display: none;
    }

    .leg .levels {
      display: table-cell;
      max-width: 7rem;
      font-size: var(--text-xs);
      white-space: normal;
    }
  }

  @container (max-width: 47rem) {
    .side {
      display: none;
    }

    th,
    td {
      padding-inline: 4px;
    }

    tbody .net {
      font-size: var(--text-sm);
    }
  }

  /* On phones a trade has its two lines. */
  @media (min-width: 40.01rem) {
    ${hiddenColumns}
  }

  ${media.phone} {
    ${deskOnPhone}
  }
`
