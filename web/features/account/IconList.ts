import { styled } from 'styled-components'

/** Records one below the other, each with an icon before it and an action at its end. */
export const IconList = styled.ul`
  li {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
    font-size: var(--text-sm);
  }

  li > svg {
    flex: none;
    color: var(--muted);
  }

  li > div {
    flex: 1 1 auto;
    min-width: 0;
  }

  strong {
    margin-right: 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }
`
