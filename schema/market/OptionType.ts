export const OPTION_TYPES = ['CE', 'PE'] as const
/** A call or a put, by the names of the exchanges. */
export type OptionType = (typeof OPTION_TYPES)[number]
