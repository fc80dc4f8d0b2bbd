import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import type { AccountStop, ManagedTrade, ManagedUserDetails, UserAct } from '../../../schema/graphql/managedUsers.ts'
import { rupees } from '../../kit/rupees.ts'
import { endOfSession, livingSessions } from '../../security/RefreshTokens.ts'
import { actorNames } from '../audit/accountsOf.ts'
import { AUDIT_ACTIONS, isAuditAction } from '../audit/actions.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { TradeService } from '../trades/service.ts'
import { connectionColumns, toBrokerCredentials } from '../broker/toBrokerStatus.ts'
import { listedUser } from './listUsers.ts'

export interface UserReaders {
  readonly auditReader: AuditReader
  readonly trades: TradeService
  readonly engine: EngineStates
}

/** All that admins see of an account that was not deleted; null: there is none. `sessionId`: the one that asks. */
export async function readUser(
  db: Database,
  { auditReader, trades: tradeService, engine }: UserReaders,
  id: string,
  sessionId: string,
): Promise<ManagedUserDetails | null> {
  const limits = { paperFundsPaise: true, maxDailyLossPaise: true, squareOffAtDailyLoss: true, maxOpenTrades: true } as const
  const [listed, row, sessions, subscriptions, stop, closed, trades, acts] = await Promise.all([
    listedUser(db, id, await engine.marketDayStart()),
    db.user.findUnique({
      where: { id },
      select: { ...limits, pendingEmail: true, brokerAccount: { select: connectionColumns } },
    }),
    db.session.findMany({
      where: { userId: id, ...livingSessions(new Date()) },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      select: { id: true, userAgent: true, address: true, createdAt: true, lastUsedAt: true, expiresAt: true },
    }),
    db.subscription.findMany({
      where: { userId: id, endedAt: null },
      orderBy: [{ strategy: { name: 'asc' } }, { id: 'asc' }],
      select: { id: true, version: true, isActive: true, mode: true, lots: true, strategy: { select: { name: true } } },
    }),
    db.killSwitch.findFirst({ where: { scope: 'USER', scopeId: id, liftedAt: null } }),
    db.trade.count({ where: { userId: id, NOT: RUNNING } }),
    tradeService.latest(id, { limit: LIMITS.managedUsers.trades }),
    latestActs(db, auditReader, id),
  ])
  if (!listed || !row) return null
  const { paperFundsPaise, maxDailyLossPaise, squareOffAtDailyLoss, maxOpenTrades, pendingEmail, brokerAccount } = row
  return {
    ...listed,
    pendingEmail,
    brokerCredentials: toBrokerCredentials(brokerAccount, Date.now()),
    ...{ paperFunds: rupees(paperFundsPaise), maxDailyLoss: maxDailyLossPaise === null ? null : rupees(maxDailyLossPaise) },
    ...{ squareOffAtDailyLoss, maxOpenTrades },
    sessions: sessions.map((session) => ({ ...session, endsAt: endOfSession(session), current: session.id === sessionId })),
    subscriptions: subscriptions.map(({ strategy, ...subscription }) => ({ ...subscription, strategy: strategy.name })),
    stop: stop && toAccountStop(stop),
    ...{ closedTrades: closed, trades: trades.map(toManagedTrade), acts },
  }
}

function toAccountStop({ id, squareOff, reason, createdAt, by, scopeId, ownReason }: Prisma.KillSwitchGetPayload<object>): AccountStop {
  return { id, squareOff, reason, since: createdAt, byOwner: by === scopeId, ownerToo: ownReason !== null }
}

/** Of a user's trade what admins see. */
function toManagedTrade({ id, option, strategy, mode, status, entryTime, netProfitLossRs }: Trade): ManagedTrade {
  return { id, option, strategy, mode, status, entryTime, netProfitLossRs }
}

async function latestActs(db: Database, auditReader: AuditReader, accountId: string): Promise<UserAct[]> {
  const entries = await auditReader.read({
    where: { accountId, actor: { not: 'owner' } },
    orderBy: { sequence: 'desc' },
    take: LIMITS.managedUsers.acts,
  })
  const names = await actorNames(db, entries)
  return entries.map(({ sequence, at, action, actor, details }) => ({
    ...{ sequence, at, text: isAuditAction(action) ? AUDIT_ACTIONS[action] : action },
    by: names.get(actor) ?? actor,
    reason: typeof details['reason'] === 'string' ? details['reason'] : null,
  }))
}
