import { keyframes, styled } from 'styled-components'

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

/** Holds the place of content that is on its way; seen only when that takes longer than 150 ms. */
export const Skeleton = styled.div.attrs({ 'aria-hidden': true })<{ $height: number }>`
  height: ${({ $height }) => $height}px;
  border-radius: var(--radius);
  background: var(--surface);
  animation: ${appear} 200ms 150ms both;
`
