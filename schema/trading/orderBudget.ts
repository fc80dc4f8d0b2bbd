import { HOUR, MINUTE, SECOND } from '../time.ts'

export const BUDGET_WINDOWS = ['SECOND', 'MINUTE', 'HOUR'] as const
/** Over what the orders of an account at the broker are limited. */
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number]

export const ORDER_CALL_KINDS = ['ENTRY', 'EXIT', 'CHANGE', 'CANCELLATION'] as const
/** What a call to the broker that counts against the budget did: placed an entry or an exit, or changed or cancelled an order. */
export type OrderCallKind = (typeof ORDER_CALL_KINDS)[number]

interface Budget {
  readonly orders: number
  readonly forExits: number
  readonly allowed: number
  readonly ms: number
}

/**
 * Most orders, changes and cancellations of one account together that are sent in any such time, how many of them entries leave to exits,
 * and what the broker allows. The regulator allows 10 a second of an algorithm that is not registered.
 */
export const ORDER_BUDGET: Readonly<Record<BudgetWindow, Budget>> = {
  SECOND: { orders: 8, forExits: 2, allowed: 9, ms: SECOND },
  MINUTE: { orders: 450, forExits: 50, allowed: 500, ms: MINUTE },
  HOUR: { orders: 900, forExits: 150, allowed: 1_000, ms: HOUR },
}
