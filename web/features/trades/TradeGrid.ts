import { styled } from 'styled-components'

/** Trade cards beside each other, as many as fit. */
export const TradeGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 12px;
`
