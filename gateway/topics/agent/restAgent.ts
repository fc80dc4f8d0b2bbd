import { z } from 'zod'
import type { AgentSettings, AgentStatus, AgentTrade } from '../../../schema/graphql/agent.ts'
import type { AgentAnalysis } from '../../../schema/graphql/agentAnalysis.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { AGENT_REASONS, AGENT_TRADE_KINDS, AGENT_VERDICTS } from '../../../schema/trading/agent.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { AGENT_GATES } from '../../../schema/trading/agentGates.ts'
import { LIVE_GATES } from '../../../schema/trading/liveGates.ts'
import { restTrade, restTradeSchema } from '../trades/restTrade.ts'
import { restWinRateSchema } from '../trades/winRate.ts'

export const restSettingsSchema = z.object({
  analysisIntervalMinutes: z.int(),
  maxTradesPerDay: z.int(),
  riskPerTrade: z.number().describe('A fraction of the capital'),
  paperTrade: z.boolean(),
  lookbackPeriod: z.int(),
  capital: z.number(),
  quantityLots: z.int(),
})

export const restAgentTradeSchema = restTradeSchema.extend({
  duration: z.int().describe('Whole minutes from entry to exit, or so far'),
  kind: z.enum(AGENT_TRADE_KINDS).describe('EXPLORATORY: unproven, on paper only'),
  analysisId: z.string(),
})

export const restAnalysisSchema = z.object({
  _id: z.string(),
  id: z.string(),
  index: z.string(),
  lookback: z.int(),
  candleAt: z.iso.datetime(),
  verdict: z.enum(AGENT_VERDICTS),
  reason: z.enum(AGENT_REASONS).nullable(),
  sentence: z.string(),
  lead: z.enum(OPTION_TYPES).nullable(),
})

const kind = z.enum(AGENT_TRADE_KINDS).nullable().describe('Of which trades; proven and exploratory ones are never added up')

const mode = z.enum(TRADE_MODES).describe('Live where any of these trades is live, else paper; never both')

export const restUnmetGatesSchema = z
  .array(z.object({ gate: z.enum([...AGENT_GATES, ...LIVE_GATES]), name: z.string(), todo: z.string(), link: z.string().nullable() }))
  .describe('What live trading waits for; nothing live is sent before this is empty')

export const restStatusSchema = z.object({
  user: z.object({ aitrading: z.boolean(), aitradingSettings: restSettingsSchema }),
  todayStats: z.object({
    mode,
    kind,
    totalTrades: z.int(),
    runningTrades: z.int(),
    completedTrades: z.int(),
    totalPnL: z.number(),
    totalNet: z.number().describe('After charges'),
    winRate: restWinRateSchema,
  }),
  weekStats: z.object({
    mode,
    kind,
    totalTrades: z.int(),
    totalPnL: z.number(),
    totalNet: z.number(),
    averagePnL: z.number().nullable(),
    averageNet: z.number().nullable(),
  }),
  recentTrades: z.array(restAgentTradeSchema),
  agentStatus: z.object({ active: z.boolean(), isMarketOpen: z.boolean(), lastAnalysis: z.iso.datetime().nullable() }),
  unmetLiveGates: restUnmetGatesSchema,
})

/** The settings' own fields, as the specification names them. */
export function restSettings(settings: AgentSettings): z.infer<typeof restSettingsSchema> {
  return { ...settings }
}

export function restAgentTrade({ trade, duration, kind: basis, analysisId }: AgentTrade): z.infer<typeof restAgentTradeSchema> {
  return { ...restTrade(trade), duration, kind: basis, analysisId }
}

export function restAnalysis(analysis: AgentAnalysis): z.infer<typeof restAnalysisSchema> {
  const { id, index, lookback, candleAt, verdict, reason, sentence, lead } = analysis
  return { _id: id, id, index, lookback, candleAt: candleAt.toISOString(), verdict, reason, sentence, lead }
}

export function restStatus(status: AgentStatus): z.infer<typeof restStatusSchema> {
  const { aitrading, settings, active, isMarketOpen, lastAnalysis, todayStats, weekStats, recentTrades, unmetLiveGates } = status
  return {
    user: { aitrading, aitradingSettings: restSettings(settings) },
    todayStats: { ...todayStats, winRate: todayStats.winRate ?? 0 },
    weekStats,
    recentTrades: recentTrades.map(restAgentTrade),
    agentStatus: { active, isMarketOpen, lastAnalysis: lastAnalysis && lastAnalysis.toISOString() },
    unmetLiveGates,
  }
}
