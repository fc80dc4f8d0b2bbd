/** How accounts are, as admins filter them. */
export const USER_STATES = ['ACTIVE', 'SUSPENDED', 'UNCONFIRMED'] as const
export type UserState = (typeof USER_STATES)[number]

/** What lists of accounts are sorted by. */
export const USER_SORTS = ['JOINED', 'NAME', 'LAST_SEEN', 'OPEN_TRADES', 'TODAY'] as const
export type UserSort = (typeof USER_SORTS)[number]
