import { err, ok, type Result } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { RemovedStop } from '../../../schema/trading/removedStop.ts'
import type { AT_DAILY_LOSS } from './atDailyLoss.ts'

/** The fields of the account's limits; money in rupees. */
export const ACCOUNT_LIMITS = [
  { name: 'paperFunds', label: 'Paper funds (₹)', bounds: LIMITS.account.paperFunds, whole: false, optional: false },
  { name: 'maxDailyLoss', label: 'Maximum daily loss (₹)', bounds: LIMITS.account.maxDailyLoss, whole: false, optional: true },
  { name: 'maxOpenTrades', label: 'Maximum open trades', bounds: LIMITS.account.maxOpenTrades, whole: true, optional: false },
] as const
export type AccountLimit = (typeof ACCOUNT_LIMITS)[number]['name']

/** The form's values, by the names of the API. */
export interface TypedLimits extends Record<AccountLimit, string> {
  squareOffAtDailyLoss: keyof typeof AT_DAILY_LOSS
  removedStop: RemovedStop
}

/** Null: no such limit. */
export interface AccountLimitValues {
  readonly paperFunds: number
  readonly maxDailyLoss: number | null
  readonly maxOpenTrades: number
  readonly squareOffAtDailyLoss: boolean
  readonly removedStop: RemovedStop
}

/** The limits in force, and whether the owner has chosen them. */
export interface LimitsInForce extends AccountLimitValues {
  readonly limitsChosen: boolean
}

const NUMBER = new Intl.NumberFormat('en-IN')

/**
 * Parses the form, `10,00,000` and `1000000` alike, and returns what differs from the limits in force, but loss and open trades also where
 * they were never chosen: saved together they are. Refuses what the server would refuse too.
 */
export function readLimits(
  typed: TypedLimits,
  inForce: LimitsInForce,
): Result<Partial<AccountLimitValues>, Partial<Record<AccountLimit, string>>> {
  const errors: Partial<Record<AccountLimit, string>> = {}
  const changed: Partial<Record<AccountLimit, number | null>> = {}
  for (const { name, label, bounds, whole, optional } of ACCOUNT_LIMITS) {
    const text = typed[name].replace(/[,\s₹]/g, '')
    const value = text === '' ? null : Number(text)
    if (value === null ? !optional : !(value >= bounds.min && value <= bounds.max && (!whole || Number.isInteger(value))))
      errors[name] = `${label} must be a ${whole ? 'whole ' : ''}number from ${NUMBER.format(bounds.min)} to ${NUMBER.format(bounds.max)}.`
    else if (value !== inForce[name] || (!inForce.limitsChosen && name !== 'paperFunds')) changed[name] = value
  }
  if (Object.keys(errors).length > 0) return err(errors)
  const { paperFunds, maxDailyLoss, maxOpenTrades } = changed
  const squareOffAtDailyLoss = typed.squareOffAtDailyLoss === 'close'
  return ok({
    ...(typeof paperFunds === 'number' ? { paperFunds } : {}),
    ...(maxDailyLoss === undefined ? {} : { maxDailyLoss }),
    ...(typeof maxOpenTrades === 'number' ? { maxOpenTrades } : {}),
    ...(squareOffAtDailyLoss === inForce.squareOffAtDailyLoss ? {} : { squareOffAtDailyLoss }),
    ...(typed.removedStop === inForce.removedStop ? {} : { removedStop: typed.removedStop }),
  })
}
