import type { Prisma } from '../../../prisma/generated/client.ts'
import { IS_OFFERED } from '../../../prisma/offeredStrategies.ts'
import type { Principal } from '../../kit/Principal.ts'

/** Who looks at strategies. */
export interface Viewer {
  readonly userId: string
  /** Whether to include private and inactive strategies. */
  readonly seesAll: boolean
}

export function viewerOf({ userId, role, twoFactor }: Pick<Principal, 'userId' | 'role' | 'twoFactor'>): Viewer {
  return { userId, seesAll: role === 'admin' && twoFactor }
}

/** The strategies whose rules a viewer may read: those on offer and those ever subscribed to; never the AI trading agent's, which have none. */
export function visibleTo({ userId, seesAll }: Viewer): Prisma.StrategyWhereInput {
  return { agent: null, ...(seesAll ? {} : { OR: [IS_OFFERED, { subscriptions: { some: { userId } } }] }) }
}
