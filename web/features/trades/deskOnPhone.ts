import { css } from 'styled-components'

/** The table of running trades on phones: a trade is two lines, what and its net result, then lots × entry → last price and what can be done. */
export const deskOnPhone = css`
  table,
  thead,
  tbody {
    display: block;
  }

  thead tr {
    display: flex;
    align-items: center;
    gap: 14px;
    padding-right: 10px;
  }

  thead th {
    height: auto;
    padding: 0;
  }

  thead button {
    min-height: 44px;
  }

  thead :is(.strategy, .side, .lots, .entry, .gross, .levels, .actions) {
    display: none;
  }

  .time {
    display: block;
  }

  tbody .time,
  .leg > .choice {
    display: none;
  }

  tbody {
    border-top: 1px solid var(--line);
  }

  tbody > tr {
    display: grid;
    grid-template-columns: 40px repeat(4, auto) minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 5px;
    padding: 6px 10px 2px 0;
  }

  tbody tr > * {
    height: auto;
    padding: 0;
    border: 0;
  }

  tbody td {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  .choice {
    grid-area: 1 / 1 / 3 / 2;
  }

  .choice label {
    height: 60px;
  }

  thead .choice label {
    height: 44px;
  }

  /* Beside the result, which is narrower than the buttons below it. */
  tbody .contract {
    grid-area: 1 / 2 / 2 / 8;
    min-width: 0;
    padding-right: 5.8rem;
  }

  .contract > div {
    gap: 5px;
  }

  tbody .net {
    grid-area: 1 / 7 / 2 / 8;
    color: inherit;
    justify-self: end;
    font-size: var(--text-sm);
  }

  tbody .side {
    display: block;
    grid-area: 2 / 2;
  }

  .lots {
    grid-area: 2 / 3;
  }

  .entry {
    grid-area: 2 / 4;
  }

  .ltp {
    grid-area: 2 / 5;
  }

  .legs {
    grid-area: 2 / 4 / 3 / 7;
    text-align: left;
  }

  .actions {
    grid-area: 2 / 7 / 3 / 8;
  }

  .actions button,
  .legs button {
    min-height: 44px;
  }

  tbody .lots::after {
    content: ' ×';
  }

  tbody .ltp::before {
    content: '→ ';
  }

  .leg {
    padding-bottom: 6px;
  }

  .leg .levels {
    display: block;
    grid-area: 3 / 2 / 4 / 8;
    max-width: none;
    white-space: normal;
  }

  .alerts > td {
    grid-area: 1 / 1 / 2 / 8;
    padding: 0 0 8px 10px;
  }
`
