import { styled } from 'styled-components'

/** The heading of a section of a page, with a link to all of what it shows. */
export const SectionHead = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin: 0 0 12px;

  h2 {
    font-size: var(--text-lg);
  }

  a {
    padding: 10px 0;
    font-size: var(--text-sm);
    font-weight: 600;
    text-decoration: none;
  }
`
