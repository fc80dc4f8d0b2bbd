import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { AGENT_STEPS, type AgentStep, type AgentTradeKind } from '../trading/agent.ts'
import type { TradeMode } from '../TradeMode.ts'
import { AgentAnalysis } from './agentAnalysis.ts'
import { AgentLiveGate, AgentLiveIndex } from './agentLive.ts'
import { AgentProposal } from './agentProposal.ts'
import { AgentTradeKindEnum } from './agentTradeKind.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { Trade, TradeModeEnum } from './trades.ts'

export const AgentStepEnum = enumOf(AGENT_STEPS)
registerEnumType(AgentStepEnum, {
  name: 'AgentStep',
  description: 'How far the agent may go for a user.',
  valuesConfig: {
    OBSERVE: { description: 'It analyses and shows what it sees. It opens no trade.' },
    PAPER: { description: 'It trades on paper by itself, and never live.' },
    APPROVE: { description: 'Each trade, on paper or live, waits for the word of its user.' },
    AUTO: { description: 'It trades by itself; live where its user wishes it and every gate holds.' },
  } satisfies Record<AgentStep, { readonly description: string }>,
})

@ObjectType({ description: "A user's settings of the agent. Amounts in rupees." })
export class AgentSettings {
  @Field(() => Float, { description: 'Capital the agent sizes its trades by, in rupees; 10,000–10,000,000.' })
  capital!: number

  @Field(() => Int, { description: 'Most lots per trade, 1–50.' })
  quantityLots!: number

  @Field(() => Float, { description: 'Share of the capital that a trade may lose at its stop: 0.02 is 2%; 0.005–0.05.' })
  riskPerTrade!: number

  @Field(() => Int, { description: 'Minutes between two analyses, 1–60.' })
  analysisIntervalMinutes!: number

  @Field(() => Int, { description: 'Most trades a market day, 1–10.' })
  maxTradesPerDay!: number

  @Field(() => Int, { description: 'One-minute candles that are compared with the past, 20–200.' })
  lookbackPeriod!: number

  @Field({ description: 'False: the wish to trade live. Nothing live is sent before every live gate is met.' })
  paperTrade!: boolean
}

@ObjectType({ description: 'What the agent may do for a user, beside the settings. Amounts in rupees.' })
export class AgentMandate {
  @Size(4)
  @Field(() => [String], { description: 'The indices it may trade.' })
  symbols!: string[]

  @Field(() => AgentStepEnum, { description: 'How far it may go.' })
  step!: AgentStep

  @Field({ description: 'Whether it also takes exploratory trades on paper, marked UNPROVEN.' })
  exploration!: boolean

  @Field(() => Float, { nullable: true, description: "The day's loss in rupees at which it opens no more trades that day; null: none." })
  softDrawdown!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The loss in rupees, since it was first switched on or last released from a halt, at which it halts; null: none.',
  })
  hardDrawdown!: number | null

  @Field(() => Date, { nullable: true, description: 'Real time since which it is halted and opens nothing; null: it is not.' })
  haltedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Why it is halted; null: it is not.' })
  haltReason!: string | null
}

@ObjectType({ description: "The agent's market day so far. Amounts in rupees." })
export class AgentTodayStats {
  @Field(() => TradeModeEnum, { description: 'Of which: live where any trade of today is live, else paper; never both.' })
  mode!: TradeMode

  @Field(() => AgentTradeKindEnum, {
    nullable: true,
    description: 'Of which trades: the proven ones where there is any, else the exploratory ones, never both. Null: there is none.',
  })
  kind!: AgentTradeKind | null

  @Field(() => Int, { description: 'Trades entered today.' })
  totalTrades!: number

  @Field(() => Int, { description: 'Of them still open.' })
  runningTrades!: number

  @Field(() => Int, { description: 'Of them closed.' })
  completedTrades!: number

  @Field(() => Float, { description: 'Gross profit or loss of the closed ones, in rupees.' })
  totalPnL!: number

  @Field(() => Float, { description: 'The same after charges, in rupees.' })
  totalNet!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of the closed ones that gained after charges, one decimal; null when none has a result.',
  })
  winRate!: number | null
}

@ObjectType({ description: "The agent's last seven days, today included. Amounts in rupees." })
export class AgentWeekStats {
  @Field(() => TradeModeEnum, { description: 'Of which: live where any trade of these days is live, else paper; never both.' })
  mode!: TradeMode

  @Field(() => AgentTradeKindEnum, { nullable: true, description: 'Of which trades, as of today.' })
  kind!: AgentTradeKind | null

  @Field(() => Int, { description: 'Trades entered.' })
  totalTrades!: number

  @Field(() => Float, { description: 'Gross profit or loss of the closed ones, in rupees.' })
  totalPnL!: number

  @Field(() => Float, { description: 'The same after charges, in rupees.' })
  totalNet!: number

  @Field(() => Float, { nullable: true, description: 'Gross profit or loss per closed trade, in rupees; null when none is closed.' })
  averagePnL!: number | null

  @Field(() => Float, { nullable: true, description: 'The same after charges, in rupees; null when none is closed.' })
  averageNet!: number | null
}

@ObjectType({ description: 'A trade of the agent.' })
export class AgentTrade {
  @Field(() => ID, { description: 'That of the trade.' })
  id!: string

  @Field(() => Trade, { description: 'The trade itself.' })
  trade!: Trade

  @Field(() => AgentTradeKindEnum, { description: 'On what it rests.' })
  kind!: AgentTradeKind

  @Field(() => ID, { description: 'The analysis that caused it.' })
  analysisId!: string

  @Field(() => Int, { description: 'Whole minutes from entry to exit, or so far.' })
  duration!: number
}

@ObjectType({ description: 'A trade of the agent in a list.' })
export class AgentTradeEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => AgentTrade, { description: 'The trade.' })
  node!: AgentTrade
}

@ObjectType({ description: "The agent's trades." })
export class AgentTradeConnection {
  @Size(COUNTED)
  @Field(() => [AgentTradeEdge], { description: 'The latest entry first.' })
  edges!: AgentTradeEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}

@ObjectType({ description: 'The agent of the signed-in user as it is now.' })
export class AgentStatus {
  @Field(() => ID, { description: 'That of the user.' })
  id!: string

  @Field({ description: 'Whether the user has switched it on.' })
  aitrading!: boolean

  @Field(() => AgentSettings, { description: "The user's settings." })
  settings!: AgentSettings

  @Field(() => AgentMandate, { description: 'What it may do beside.' })
  mandate!: AgentMandate

  @Field({ description: 'Whether it is on and not halted.' })
  active!: boolean

  @Field({ description: 'Whether its market is open.' })
  isMarketOpen!: boolean

  @Field(() => Date, {
    nullable: true,
    description: 'Market time of the last analysis with the lookback of the user; null: there is none.',
  })
  lastAnalysis!: Date | null

  @Field(() => Date, {
    nullable: true,
    description:
      'Market time at which the session that is on, or else the next one, has as many candles as the lookback of the user, so that its first analysis can be made; null in a sandbox between two sessions, which does not know yet.',
  })
  firstAnalysisAt!: Date | null

  @Field(() => AgentTodayStats, { description: 'The market day so far.' })
  todayStats!: AgentTodayStats

  @Field(() => AgentWeekStats, { description: 'The last seven days.' })
  weekStats!: AgentWeekStats

  @Size(20)
  @Field(() => [AgentTrade], { description: "Today's trades, latest entry first." })
  recentTrades!: AgentTrade[]

  @Size(15)
  @Field(() => [AgentLiveGate], {
    description: 'What live trading waits for on the index of the mandate that lacks least; nothing live is sent before this is empty.',
  })
  unmetLiveGates!: AgentLiveGate[]

  @Size(4)
  @Field(() => [AgentLiveIndex], { description: 'The same index by index.' })
  liveIndices!: AgentLiveIndex[]

  @Size(10)
  @Field(() => [AgentProposal], {
    description: 'The trades that wait for the word of the user, or for the engine after it, the newest first.',
  })
  proposals!: AgentProposal[]

  @Size(4)
  @Field(() => [AgentAnalysis], { description: "The last analysis of each index of the mandate, with the user's lookback." })
  latest!: AgentAnalysis[]
}

@InputType({ description: 'Settings of the agent; what is left out stays as it is.' })
export class AgentSettingsInput {
  @Field(() => Float, { nullable: true, description: 'Whole rupees, 10,000–10,000,000.' })
  capital?: number | null

  @Field(() => Int, { nullable: true, description: '1–50.' })
  quantityLots?: number | null

  @Field(() => Float, { nullable: true, description: 'A fraction, 0.005–0.05.' })
  riskPerTrade?: number | null

  @Field(() => Int, { nullable: true, description: 'Minutes, 1–60.' })
  analysisIntervalMinutes?: number | null

  @Field(() => Int, { nullable: true, description: '1–10.' })
  maxTradesPerDay?: number | null

  @Field(() => Int, { nullable: true, description: 'Candles, 20–200.' })
  lookbackPeriod?: number | null

  @Field(() => Boolean, { nullable: true, description: 'False: the wish to trade live.' })
  paperTrade?: boolean | null
}

@InputType({ description: 'What the agent may do beside its settings; what is left out stays as it is.' })
export class AgentMandateInput {
  @Field(() => [String], { nullable: true, description: 'Indices, one at least.' })
  symbols?: string[] | null

  @Field(() => AgentStepEnum, { nullable: true, description: 'How far it may go.' })
  step?: AgentStep | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it takes exploratory trades on paper.' })
  exploration?: boolean | null

  @Field(() => Float, { nullable: true, description: 'Whole rupees, 100–10,000,000; null: none.' })
  softDrawdown?: number | null

  @Field(() => Float, { nullable: true, description: 'Whole rupees, 100–10,000,000; null: none.' })
  hardDrawdown?: number | null

  @Field(() => Boolean, { nullable: true, description: 'True: halt; false: go on.' })
  halted?: boolean | null
}
