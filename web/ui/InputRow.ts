import { styled } from 'styled-components'

/** An input with a button at its right end. */
export const InputRow = styled.div`
  position: relative;

  input {
    padding-right: 48px;
  }

  button {
    position: absolute;
    top: 0;
    right: 0;
  }
`
