import { useRef, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { media } from '../theme/media.ts'
import { useBarHeight } from './useBarHeight.ts'

const Room = styled.div`
  height: var(--shelf);
`

const Fixed = styled.div`
  position: fixed;
  right: 0;
  bottom: calc(var(--bottom-bar) + var(--save-bar));
  left: 0;
  z-index: 20;
  display: grid;
  gap: 8px;
  max-width: 90rem;
  max-height: 80vh;
  margin: 0 auto;
  padding: 0 24px;
  overflow-y: auto;
  pointer-events: none;

  & > :last-child {
    margin-bottom: 12px;
  }

  ${media.desk} {
    left: var(--sidebar);
  }

  ${media.phone} {
    padding: 0 8px;

    & > :last-child {
      margin-bottom: 8px;
    }
  }
`

/** What the whole product has to say: a sign, a paragraph, and what to do. */
export const ShelfBanner = styled.div<{ $tone?: 'warning' | 'live' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 10px 16px;
  border: 1px solid var(--${({ $tone = 'warning' }) => $tone});
  border-radius: var(--radius);
  background: color-mix(in srgb, var(--${({ $tone = 'warning' }) => $tone}) 14%, var(--surface));
  font-size: var(--text-sm);
  pointer-events: auto;

  & > svg {
    flex: none;
    color: var(--${({ $tone = 'warning' }) => $tone});
  }

  & > p {
    flex: 1 1 14rem;
    overflow-wrap: anywhere;
  }
`

/**
 * Holds banners, fixed over the lower end of the page: one that comes or goes moves nothing that somebody reads or is about to press. The
 * page ends as far above as they are high, and no toast lies over them.
 */
export function Shelf({ children }: { children: ReactNode }) {
  const shelf = useRef<HTMLDivElement>(null)
  useBarHeight(shelf, '--shelf')
  return (
    <>
      <Room />
      <Fixed ref={shelf}>{children}</Fixed>
    </>
  )
}
