import { styled } from 'styled-components'

/**
 * A screen that uses a wide window: beyond the 90rem at which the others end it takes what is left beside the navigation, up to five cards
 * side by side.
 */
export const WidePage = styled.div`
  @media (min-width: 106rem) {
    margin-inline: calc((90rem - min(100vw - var(--sidebar), 116rem)) / 2);
  }
`
