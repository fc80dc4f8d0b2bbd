import { styled } from 'styled-components'

/** A grid of trade cards, as many per row as fit. */
export const TradeGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 12px;

  /* Fifty cards move four times a second: those out of sight are neither styled, laid out nor painted. */
  article {
    content-visibility: auto;
    contain-intrinsic-height: auto 271px;
  }
`
