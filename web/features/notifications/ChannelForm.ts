import { styled } from 'styled-components'

/** The fields that set a channel up, with their button below. */
export const ChannelForm = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  align-items: start;
  gap: 12px 16px;

  & > button {
    grid-column: 1 / -1;
    justify-self: start;
  }
`
