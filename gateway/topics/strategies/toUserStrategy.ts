import type { Prisma } from '../../../prisma/generated/client.ts'
import type { Level, Performance, UserStrategy } from '../../../schema/graphql/strategies.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import type { LiveGate } from '../../../schema/trading/liveGates.ts'
import { rupees } from '../../kit/rupees.ts'
import { NO_TRADES } from './closedPerformance.ts'
import { describedRules } from './toStrategy.ts'
import { warmingUpOf } from './warmingUpOf.ts'

/** The inputs of `toUserStrategy` beside the row itself. */
export const subscriptionRelations = {
  strategy: { select: { name: true, type: true, description: true, version: true } },
  strategyVersion: { include: { warmingUp: true } },
  user: { select: { paperFundsPaise: true } },
} as const satisfies Prisma.SubscriptionInclude
type SubscriptionRow = Prisma.SubscriptionGetPayload<{ include: typeof subscriptionRelations }>

/**
 * A subscription as the API shows it: the settings in force, and which of them are the user's own. `performances`: of the modes it has
 * closed trades in, live first. `unmet`: what it lacks to trade live.
 */
export function toUserStrategy(row: SubscriptionRow, performances: readonly Performance[], unmet: readonly LiveGate[]): UserStrategy {
  const { strategy, strategyVersion: terms, user } = row
  const instruments = row.instruments.length > 0 ? row.instruments : terms.instruments
  const { interval, legs } = describedRules(terms)
  return {
    id: row.id,
    strategyId: row.strategyId,
    name: strategy.name,
    type: strategy.type,
    description: strategy.description,
    version: row.version,
    newerVersion: strategy.version === row.version ? null : strategy.version,
    isActive: row.isActive,
    paperTrade: row.mode === 'PAPER',
    unmetGates: [...unmet],
    performance: performances[0] ?? NO_TRADES,
    performances: [...performances],
    interval,
    timeWindow: { start: row.windowStart ?? terms.windowStart, end: row.windowEnd ?? terms.windowEnd },
    maxTrades: row.maxTrades ?? terms.maxTrades,
    quantity: row.lots ?? terms.lots,
    instruments: instruments.map(shownIndex),
    riskPerTrade: rupees(
      row.riskPercent === null ? terms.riskPerTradePaise : BigInt(Math.floor((Number(user.paperFundsPaise) * row.riskPercent) / 100)),
    ),
    sizeByRisk: row.sizeByRisk,
    legs,
    stopLoss: level(row.stopLossPaise, terms.stopLossPercent),
    takeProfit: level(row.takeProfitPaise, terms.takeProfitPercent),
    customSettings: {
      timeWindow: { start: row.windowStart, end: row.windowEnd },
      maxTrades: row.maxTrades,
      riskPerTrade: row.riskPercent,
      stopLoss: row.stopLossPaise === null ? null : rupees(row.stopLossPaise),
      takeProfit: row.takeProfitPaise === null ? null : rupees(row.takeProfitPaise),
      quantity: row.lots,
      instruments: row.instruments.map(shownIndex),
    },
    warmingUp: warmingUpOf(terms.warmingUp, instruments),
    subscribedAt: row.createdAt,
  }
}

/** The user's own level in rupees, else the strategy's in per cent. */
function level(ownPaise: bigint | null, percent: number): Level {
  return ownPaise === null ? { unit: 'PERCENT', value: percent } : { unit: 'RUPEES', value: rupees(ownPaise) }
}
