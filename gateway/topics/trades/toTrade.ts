import { z } from 'zod'
import type { AgentStanding } from '../../../schema/graphql/agentStanding.ts'
import type { Trade } from '../../../schema/graphql/trades.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { rupees } from '../../kit/rupees.ts'
import { agentRule } from './agentRule.ts'
import { describeEntry } from './describeEntry.ts'
import { describeExit } from './describeExit.ts'
import { failedLegs } from './failedLegs.ts'
import { agentRecord } from '../../../schema/trading/agentRecord.ts'
import { reasonOf } from './reasonOf.ts'
import type { TradeRow } from './readTrades.ts'
import { toStanding } from './toStanding.ts'
import { toTradeLeg, type StoredLeg } from './toTradeLeg.ts'
import { tradeWarnings } from './tradeWarnings.ts'

/** The stored terms for screens; those of a single bought option have no position. */
const shownTerms = z.object({ trailingStopPercent: z.number().nullable(), position: z.looseObject({}).nullish() })

const storedProof = agentRecord.pick({ gates: true, threshold: true }).nullable()

/** A trade as the API shows it, but for its last prices and what follows from them. */
export type StoredTrade = Omit<Trade, 'legs' | 'ltp'> & { readonly legs: readonly [StoredLeg, ...StoredLeg[]] }

/**
 * A stored trade in rupees, and why `ruleOfStrategy` (null: unknown) opened it; atLastPrices.ts makes of it what the API shows. Throws when
 * its contracts or its terms are invalid: the table is damaged.
 */
export function toTrade(row: TradeRow, ruleOfStrategy: string | null): StoredTrade {
  const { agent, entrySignal } = row
  const { trailingStopPercent, position } = shownTerms.parse(row.terms)
  const [first, ...others] = row.legs
  const legs = [toTradeLeg(first, agent), ...others.map((leg) => toTradeLeg(leg, agent))] as const
  const { strike, optionType, expiry } = position ? NO_CONTRACT : legs[0]
  const rule = agent ? agentRule(agent, row.signal) : ruleOfStrategy
  const standing = standingOf(row)
  return {
    id: row.id,
    option: row.option,
    index: shownIndex(row.index),
    strike,
    optionType,
    expiry,
    strategy: row.strategy,
    strategyId: row.strategyId,
    source: agent ? 'AGENT' : 'RULES',
    unproven: agent === 'EXPLORATORY',
    analysisId: entrySignal?.analysisId ?? null,
    standing,
    signal: row.signal,
    mode: row.mode,
    entryPrice: inRupees(row.entryPricePaise),
    exitPrice: inRupees(row.exitPricePaise),
    target: inRupees(row.targetPaise),
    sl: inRupees(row.stopPaise),
    trailingStopPercent,
    lots: row.lots,
    quantity: row.quantity,
    exitQuantity: row.exitQuantity,
    fundUsed: rupees(row.fundUsedPaise),
    estimatedMargin: position ? rupees(row.fundUsedPaise) : null,
    kept: inRupees(row.keptPaise),
    profitLossRs: inRupees(row.grossPaise),
    charges: rupees(row.chargesPaise),
    netProfitLossRs: inRupees(row.netPaise),
    status: row.status,
    exitReason: row.exitReason,
    closing: row.status === 'RUNNING' && row.exitRequested && row.exitHandedOverAt === null,
    handedOver: row.status === 'RUNNING' && row.exitHandedOverAt !== null,
    letGo: row.status === 'RUNNING' && row.letGoAt !== null,
    opened: entrySignal && `${describeEntry(entrySignal, row.signal, rule)}${standing ? ` ${standing.text}` : ''}`,
    why: entrySignal && reasonOf(entrySignal, rule),
    closed: describeExit({
      ...row,
      side: first.side,
      exitPrice: inPaise(row.exitPricePaise),
      stop: inPaise(row.stopPaise),
      target: inPaise(row.targetPaise),
    }),
    failedLegs: failedLegs(row.failedLegs),
    warnings: tradeWarnings(row.warnings),
    entryTime: row.entryTime,
    exitTime: row.exitTime,
    legs,
  }
}

/** Throws when it is invalid: the table is damaged. */
function standingOf({ agent, entrySignal }: TradeRow): AgentStanding | null {
  const proof = storedProof.parse(entrySignal?.proof ?? null)
  return proof && toStanding(proof, agent)
}

/** Several legs share no contract. */
const NO_CONTRACT = { strike: null, optionType: null, expiry: null } as const

const inPaise = (stored: bigint | null) => (stored === null ? null : Number(stored))
const inRupees = (stored: bigint | null) => (stored === null ? null : rupees(stored))
