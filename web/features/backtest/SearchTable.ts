import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { ResultTable } from './ResultTable.ts'

/** Round a wide table of variants or folds: its first column is text and stays in sight. */
export const SearchTable = styled(ResultTable)`
  th:first-child,
  td:first-child {
    position: sticky;
    left: 0;
    background: var(--surface);
    text-align: left;
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
