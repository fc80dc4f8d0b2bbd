import { styled } from 'styled-components'

/** The buttons of a channel, beside each other while there is room. */
export const ChannelActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
