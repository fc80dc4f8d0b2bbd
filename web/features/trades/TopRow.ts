import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { StatRow } from '../../ui/StatCard.tsx'

/** The figures above running trades: low on phones, where the first trade and its button come into view below them. */
export const TopRow = styled(StatRow)`
  ${media.phone} {
    grid-template-columns: 1.4fr 1fr 1fr;
    gap: 8px;
    margin-bottom: 12px;

    & > :first-child {
      grid-column: 1 / -1;
      grid-template-columns: auto 1fr;
      align-items: baseline;
    }

    & > :first-child > div {
      grid-column: auto;
    }

    & > :first-child > svg {
      justify-self: end;
    }

    & > :first-child > .note {
      grid-column: 1 / -1;
    }

    & > :not(:first-child) {
      padding: 8px;

      .note,
      svg {
        display: none;
      }

      & > div {
        min-height: 0;
        font-size: var(--text-sm);
        line-height: 20px;
      }
    }
  }
`
