import { styled } from 'styled-components'

/** What a card says about an account at the broker, one below the other. */
export const BrokerParts = styled.div`
  display: grid;
  gap: 16px;

  & > p:not([role]) {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`
