import { styled } from 'styled-components'
import { media } from '../theme/media.ts'
import { Card } from './Card.ts'

/** A heading, a line on what follows, and a list. */
export const ReasonSection = styled.section`
  margin-top: 28px;

  h2 {
    font-size: var(--text-lg);
  }

  h2 + p {
    margin: 4px 0 12px;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  & > button {
    margin-top: 12px;
  }
`

/** What did not happen and why: of each its time, what it was, and a paragraph with the reason. */
export const ReasonList = styled(Card).attrs({ as: 'ol' })`
  padding: 0 16px;
  font-size: var(--text-sm);

  li {
    display: grid;
    grid-template-columns: 7.5rem minmax(9rem, 14rem) 1fr;
    gap: 2px 16px;
    padding: 10px 0;
  }

  li + li {
    border-top: 1px solid var(--line);
  }

  time,
  small {
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.6;
  }

  small {
    display: block;
  }

  p {
    overflow-wrap: anywhere;
  }

  p::first-letter {
    text-transform: uppercase;
  }

  ${media.phone} {
    li {
      grid-template-columns: 1fr auto;
    }

    time {
      order: 2;
      text-align: right;
    }

    p {
      grid-column: 1 / -1;
      order: 3;
    }
  }
`
