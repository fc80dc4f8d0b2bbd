import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'

/** Figures, each a term, its value and what it means. On a phone two abreast; the first one and those that are `wide` across. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: 8px;

  & > div {
    padding: 10px 12px;
    border-radius: var(--radius-sm);
    background: var(--raised);
  }

  dt {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd:first-of-type {
    font-size: var(--text-lg);
    font-weight: 650;
  }

  dd + dd {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    & > div:first-child,
    & > .wide {
      grid-column: 1 / -1;
    }
  }
`
