import { styled } from 'styled-components'

/** Facts of an account at the broker, side by side where there is room. */
export const BrokerFacts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
  gap: 12px 16px;

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-size: var(--text-sm);
    font-weight: 600;
  }
`
