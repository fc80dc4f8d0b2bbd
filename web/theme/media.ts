/** The media query of phones. */
export const PHONE = '(max-width: 40rem)'

/** The media query of screens with room for the sidebar. */
export const DESK = '(min-width: 64rem)'

/** Where layouts change: cards below each other on phones, the sidebar beside the page on desks, prices of the indices above it on wide ones. */
export const media = {
  phone: `@media ${PHONE}`,
  desk: `@media ${DESK}`,
  wide: '@media (min-width: 84rem)',
} as const
