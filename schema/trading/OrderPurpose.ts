export const ORDER_PURPOSES = ['ENTRY', 'EXIT'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]
