/** Where layouts change: cards below each other on phones, the sidebar beside the page on desks. */
export const media = {
  phone: '@media (max-width: 40rem)',
  desk: '@media (min-width: 64rem)',
} as const
