import { keyframes, styled } from 'styled-components'

const turn = keyframes`
  to { transform: rotate(1turn); }
`

export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  width: 28px;
  height: 28px;
  border: 3px solid var(--line-strong);
  border-top-color: var(--accent);
  border-radius: 50%;
  animation: ${turn} 0.9s linear infinite;
`
