import type { MarketTables } from '../../../schema/market/MarketTables.ts'
import type { ManagedMarketPartsFragment } from '../../gql/generated/graphql.ts'

/** The tables of an answer; the server has checked them against the rules. */
export function tablesOf({ tables }: ManagedMarketPartsFragment): MarketTables {
  return tables as unknown as MarketTables
}
