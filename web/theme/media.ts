/** The media query of phones. */
export const PHONE = '(max-width: 40rem)'

/** Where layouts change: cards below each other on phones, the sidebar beside the page on desks. */
export const media = {
  phone: `@media ${PHONE}`,
  desk: '@media (min-width: 64rem)',
} as const
