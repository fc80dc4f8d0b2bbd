import type { AuditFilterInput } from '../../../gql/generated/graphql.ts'
import { isDate } from '../../../lib/isDate.ts'

/** All of the log. */
export const NO_FILTERS = { action: '', account: '', actor: '', from: '', to: '' } as const
export type AuditFilters = Readonly<Record<keyof typeof NO_FILTERS, string>>

/** The gateway's query; what is no date is left out. */
export function toFilterInput({ action, account, actor, from, to }: AuditFilters): AuditFilterInput {
  return { action, account, actor, fromDate: isDate(from) ? from : null, toDate: isDate(to) ? to : null }
}
