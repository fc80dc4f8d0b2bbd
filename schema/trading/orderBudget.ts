import { HOUR, MINUTE, SECOND } from '../time.ts'

export const BUDGET_WINDOWS = ['SECOND', 'MINUTE', 'HOUR'] as const
/** Over what the orders of an account at the broker are limited. */
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number]

export const ORDER_CALL_KINDS = ['ENTRY', 'EXIT', 'CHANGE', 'CANCELLATION'] as const
/** What a call to the broker that counts against the budget did: placed an entry or an exit, or changed or cancelled an order. */
export type OrderCallKind = (typeof ORDER_CALL_KINDS)[number]

/**
 * Most orders, changes and cancellations of one account together in any such time, and how many of them entries leave to exits. The regulator
 * allows 10 a second of an algorithm that is not registered; the broker 9, 500 a minute and 1,000 an hour.
 */
export const ORDER_BUDGET: Readonly<Record<BudgetWindow, { readonly orders: number; readonly forExits: number; readonly ms: number }>> = {
  SECOND: { orders: 8, forExits: 2, ms: SECOND },
  MINUTE: { orders: 450, forExits: 50, ms: MINUTE },
  HOUR: { orders: 900, forExits: 150, ms: HOUR },
}
