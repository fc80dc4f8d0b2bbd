import { styled } from 'styled-components'

/** A part of the card of an account at the broker, with its own heading and how it stands. */
export const BrokerPanel = styled.section`
  display: grid;
  gap: 16px;
  padding: 16px;
  border-radius: var(--radius-sm);
  background: var(--raised);

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }

  h3 {
    font-size: var(--text-sm);
  }
`
