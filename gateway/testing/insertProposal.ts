import { createAgentStrategies } from '../../prisma/agent/agentStrategies.ts'
import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { MINUTE } from '../../schema/time.ts'
import { testRecord } from '../../schema/trading/testing/testRecord.ts'
import { insertAnalysis } from './insertAnalysis.ts'

const CONTRACT = {
  ...{ exchange: 'NFO', token: '43100', tradingSymbol: 'NIFTY24NOV2624500CE', index: 'NIFTY', expiry: '2026-11-24' },
  ...{ strike: 24_500_00, optionType: 'CE', lotSize: 75, tick: 5 },
}

let inserted = 0

type ProposalChanges = Partial<Prisma.AgentProposalUncheckedCreateInput> & { readonly userId: string; readonly market: string }

/**
 * A proposal to a user, with the analysis and the signal behind it: one lot of a call at ₹120.35, unproven, on paper, for two minutes.
 * Returns its id. For tests only.
 */
export async function insertProposal(db: Database, { market, ...changes }: ProposalChanges): Promise<string> {
  await createAgentStrategies(db)
  const { id: strategyId } = await db.strategy.findUniqueOrThrow({ where: { agent: 'EXPLORATORY' }, select: { id: true } })
  const candleAt = new Date(Date.now() - ++inserted * MINUTE)
  const at = { market, symbol: 'NIFTY' }
  const record = testRecord({ market, candleAt: candleAt.getTime(), reason: 'UNPROVEN', exploratory: 'CE' })
  const analysisId = await insertAnalysis(db, record)
  const signal = { ...at, strategyId, interval: '1min', candleTime: candleAt, side: 'LONG', pricePaise: 24_500_00n, analysisId } as const
  const { id: signalId } = await db.signal.create({ data: signal })
  const proposal = { analysisId, signalId, symbol: 'NIFTY', kind: 'EXPLORATORY', mode: 'PAPER', contract: CONTRACT } as const
  const data = { ...proposal, lots: 1, premiumPaise: 120_35n, expiresAt: new Date(Date.now() + 2 * MINUTE), ...changes }
  return (await db.agentProposal.create({ data })).id
}
