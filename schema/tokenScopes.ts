import { mayAnalyse, type Role } from './roles.ts'

/** What a personal access token may read: the market, its owner's trades, figures over at least twenty users, trades of all users without a name. */
export const TOKEN_SCOPES = ['read:market', 'read:own', 'read:aggregates', 'read:all-anonymous'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The scopes that a role may give to a token, and that a token keeps in this role. */
export function scopesOf(role: Role): readonly TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => {
    if (scope === 'read:all-anonymous') return role === 'admin'
    return scope !== 'read:aggregates' || mayAnalyse(role)
  })
}
