import { GraphQLError, type GraphQLErrorOptions } from 'graphql'
import { mayAnalyse } from '../../../schema/roles.ts'
import type { Principal } from '../../kit/Principal.ts'

export type LimitName = 'aliases' | 'cost' | 'definitions' | 'depth' | 'directives' | 'repetitions' | 'tokens'

/** What a document has of something, where that is known, and may have. */
export interface Limit {
  readonly name: LimitName
  readonly used?: number
  readonly allowed: number
}

/** A document beyond a limit. `message` says no more than that; `told` names the numbers and what to narrow, for those who may read it. */
export class OverLimit extends GraphQLError {
  readonly limit: Limit
  readonly told: string

  constructor(limit: Limit, told: string, { message = 'Syntax Error: Query validation error.', ...options }: Words = {}) {
    super(message, options)
    this.name = 'OverLimit'
    this.limit = limit
    this.told = told
  }
}

interface Words extends GraphQLErrorOptions {
  readonly message?: string
}

/** Whether a caller may see cost and limits: holders of a personal access token, analysts and admins. */
export function mayReadLimits({ role, scopes }: Pick<Principal, 'role' | 'scopes'>): boolean {
  return scopes !== null || mayAnalyse(role)
}
