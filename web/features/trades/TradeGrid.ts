import { styled } from 'styled-components'

/** A grid of trade cards, as many per row as fit. */
export const TradeGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 12px;

  /*
   * Fifty cards move four times a second: those out of sight are neither styled, laid out nor painted. The first ones are in sight when the
   * page opens, where an assumed height would move what is below them. Most cards are of the height assumed for the others.
   */
  & > :nth-child(n + 7) > article {
    content-visibility: auto;
    contain-intrinsic-height: auto 330px;
  }
`
