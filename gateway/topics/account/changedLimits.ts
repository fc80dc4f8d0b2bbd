import { ACCOUNT_VERDICTS, type AccountLimits } from '../../security/lossVerdicts.ts'
import type { AuditDetails } from '../audit/recordAudit.ts'

const NAMES = Object.keys(ACCOUNT_VERDICTS) as (keyof AccountLimits)[]

/** The difference between two sets of limits, for the audit log: the changed values by name, before and after. */
export function changedLimits(before: AccountLimits, after: AccountLimits): AuditDetails {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.flatMap((name) => [[`${name}From`, before[name]] as const, [`${name}To`, after[name]] as const]))
}
