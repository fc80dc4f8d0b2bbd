import type { TokenScope } from '../../gql/generated/graphql.ts'
import type { TokenScope as Scope } from '../../../schema/tokenScopes.ts'

interface ScopeText {
  readonly name: Scope
  readonly text: string
}

/** What a token may read, in words. */
export const SCOPE_TEXTS: Readonly<Record<TokenScope, ScopeText>> = {
  READ_MARKET: { name: 'read:market', text: 'Candles, indicators, prices and the research agent’s analyses' },
  READ_OWN: { name: 'read:own', text: 'Your trades, signals, reports and account' },
  READ_AGGREGATES: { name: 'read:aggregates', text: 'Figures across all users, each based on at least 20 users' },
  READ_ALL_ANONYMOUS: { name: 'read:all-anonymous', text: 'Trades of all users, without names; needs two-factor sign-in' },
}

/** In the order of a new token’s list. */
export const SCOPES: readonly TokenScope[] = ['READ_MARKET', 'READ_OWN', 'READ_AGGREGATES', 'READ_ALL_ANONYMOUS']
