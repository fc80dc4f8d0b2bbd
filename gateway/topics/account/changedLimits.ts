import type { Account } from '../../../schema/graphql/account.ts'
import type { AuditDetails } from '../audit/recordAudit.ts'

/** Money in rupees; null: no limit. */
export type AccountLimits = Pick<Account, 'paperFunds' | 'maxDailyLoss' | 'squareOffAtDailyLoss' | 'maxOpenTrades' | 'removedStop'>

const NAMES = ['paperFunds', 'maxDailyLoss', 'squareOffAtDailyLoss', 'maxOpenTrades', 'removedStop'] as const

/** The difference between two sets of limits: the changed values by name, before and after, and whether the account may risk more. */
export function changedLimits(before: AccountLimits, after: AccountLimits): { readonly details: AuditDetails; readonly loosened: boolean } {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  const details = Object.fromEntries(
    changed.flatMap((name) => [[`${name}From`, before[name]] as const, [`${name}To`, after[name]] as const]),
  )
  return { details, loosened: changed.some((name) => mayRisk(after[name]) > mayRisk(before[name])) }
}

/**
 * Grows with the risk allowed: the amount or number, highest without a limit; leaving open trades running ranks above closing them, and
 * leaving one without a stop above placing that again.
 */
function mayRisk(limit: AccountLimits[keyof AccountLimits]): number {
  if (typeof limit === 'boolean') return limit ? 0 : 1
  if (typeof limit === 'string') return limit === 'RESTORE' ? 0 : 1
  return limit ?? Infinity
}
