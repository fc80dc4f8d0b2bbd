import { styled } from 'styled-components'

/** The buttons of a channel, in a row while there is room. */
export const ChannelActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
