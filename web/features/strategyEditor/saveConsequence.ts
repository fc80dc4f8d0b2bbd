import type { ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { fieldsOf } from './fieldsOf.ts'
import { readTerms } from './readFields.ts'
import type { StrategyFields } from './StrategyFields.ts'

/** The consequences of saving, shown beforehand: for a new strategy (null), for one whose card alone changes, and for new terms. */
export function saveConsequence(existing: ManagedStrategyPartsFragment | null, fields: StrategyFields, rulesChanged: boolean): string {
  if (!existing) return 'Saving makes version 1.'
  const { version, subscribers } = existing
  if (!rulesChanged && tradesAlike(fields, fieldsOf(existing))) return `Rules and terms are unchanged: version ${version} stays.`
  const staying =
    subscribers === 0
      ? 'Nobody is subscribed yet.'
      : `${formatCount(subscribers)} ${subscribers === 1 ? 'subscriber stays' : 'subscribers stay'} on the version they have until they move; trades that are open keep to theirs.`
  return `Saving makes version ${version + 1}. ${staying}`
}

function tradesAlike(some: StrategyFields, others: StrategyFields): boolean {
  return termsText(some) === termsText(others)
}

const termsText = (fields: StrategyFields) => JSON.stringify([readTerms(fields), fields.instruments])
