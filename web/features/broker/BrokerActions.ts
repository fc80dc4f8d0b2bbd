import { styled } from 'styled-components'

/** What can be done about an account at the broker. */
export const BrokerActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
