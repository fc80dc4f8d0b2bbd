import { keyframes, styled } from 'styled-components'

const breathe = keyframes`
  50% { opacity: 0.35; }
`

/** The mark of something that moves now. */
export const LiveDot = styled.span.attrs({ 'aria-hidden': true })`
  flex: none;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: currentColor;
  animation: ${breathe} 1.8s ease-in-out infinite;
`
