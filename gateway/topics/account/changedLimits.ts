import type { Account } from '../../../schema/graphql/account.ts'
import type { AuditDetails } from '../audit/recordAudit.ts'

/** Money in rupees; null: no such limit. */
export type AccountLimits = Pick<Account, 'paperFunds' | 'maxDailyLoss' | 'squareOffAtDailyLoss' | 'maxOpenTrades'>

const NAMES = ['paperFunds', 'maxDailyLoss', 'squareOffAtDailyLoss', 'maxOpenTrades'] as const

/** What tells two sets of limits apart: the values before and after by name, and whether the account may risk more than before. */
export function changedLimits(before: AccountLimits, after: AccountLimits): { readonly details: AuditDetails; readonly loosened: boolean } {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  const details = Object.fromEntries(
    changed.flatMap((name) => [[`${name}From`, before[name]] as const, [`${name}To`, after[name]] as const]),
  )
  return { details, loosened: changed.some((name) => mayRisk(after[name]) > mayRisk(before[name])) }
}

/** The more, the more the account may risk: the amount or number, no limit most; open trades that are not closed more than ones that are. */
function mayRisk(limit: AccountLimits[keyof AccountLimits]): number {
  if (typeof limit === 'boolean') return limit ? 0 : 1
  return limit ?? Infinity
}
