import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { OptionType } from '../market/OptionType.ts'
import { AGENT_REASONS, AGENT_VERDICTS, type AgentReason, type AgentVerdictName } from '../trading/agent.ts'
import { AgentStanding } from './agentStanding.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { OptionTypeEnum } from './trades.ts'

export const AgentVerdictEnum = enumOf(AGENT_VERDICTS)
registerEnumType(AgentVerdictEnum, {
  name: 'AgentVerdict',
  description: 'What an analysis came to.',
  valuesConfig: {
    BUY_CE: { description: 'Buy a call: its evidence holds, and its gate is open.' },
    BUY_PE: { description: 'Buy a put: its evidence holds, and its gate is open.' },
    NO_TRADE: { description: 'Nothing is to be done, for the reason beside it.' },
  } satisfies Record<AgentVerdictName, { readonly description: string }>,
})

export const AgentReasonEnum = enumOf(AGENT_REASONS)
registerEnumType(AgentReasonEnum, {
  name: 'AgentReason',
  description: 'Why an analysis came to no trade.',
  valuesConfig: {
    TOO_EARLY: { description: 'Today has fewer candles than the lookback.' },
    TOO_LATE: { description: 'A trade could not run its time before the close.' },
    HISTORY_SHORT: { description: 'Fewer finished sessions are stored than a verdict takes.' },
    DATA_GAP: { description: 'Minutes of today are missing.' },
    FLAT: { description: 'The window does not move, so that it has no shape.' },
    FEW_ANALOGUES: { description: 'Too few similar moments.' },
    NOT_SIMILAR: { description: 'The similar moments are less similar than usual.' },
    BELOW_COSTS: { description: 'The lower end of the net result after all costs is not above zero, for calls and for puts.' },
    UNPROVEN: { description: 'The evidence of this moment holds, but the gate is closed: the record so far does not show skill.' },
    NO_QUOTE: { description: 'The option has no usable quote.' },
  } satisfies Record<AgentReason, { readonly description: string }>,
})

@ObjectType({ description: 'What the similar moments say of buying one side. Results are shares of what was paid, after all costs.' })
export class AgentEvidence {
  @Field(() => OptionTypeEnum, { description: 'Call or put.' })
  side!: OptionType

  @Field(() => Int, { description: 'How many moments.' })
  count!: number

  @Field(() => Float, { description: 'Mean net result, as a share of what was paid.' })
  mean!: number

  @Field(() => Float, { description: 'Lower end of the 99% interval of the mean, as a share of what was paid.' })
  lower!: number

  @Field(() => Float, { description: 'Standard errors by which the mean lies above zero; negative: below.' })
  errors!: number

  @Field(() => Int, { description: 'Moments that would have earned.' })
  hits!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Calibrated probability that it earns, 0 to 1; null until enough outcomes are known.',
  })
  confidence!: number | null

  @Field(() => Float, { description: 'Rupees: what one lot costs to buy, charges included.' })
  outlay!: number
}

@ObjectType({ description: 'A moment of the history that looked like this one.' })
export class AgentAnalogue {
  @Field({ description: 'Its session in India, YYYY-MM-DD.' })
  session!: string

  @Field(() => Int, { description: 'The minute of its last candle, from the open, 0.' })
  minute!: number

  @Field(() => Float, { description: 'Correlation with the window of today.' })
  correlation!: number

  @Field(() => Float, { description: 'Log return of the index over the horizon that followed, scaled to the liveliness of today.' })
  move!: number

  @Field(() => Float, { description: 'Net result of a call bought then, a share of what was paid.' })
  ce!: number

  @Field(() => Float, { description: 'Net result of a put bought then, a share of what was paid.' })
  pe!: number
}

@ObjectType({ description: 'A number that a verdict compared.' })
export class AgentNumber {
  @Field({ description: 'What it is.' })
  name!: string

  @Field({ description: 'The number, or CE or PE, as text.' })
  value!: string
}

@ObjectType({ description: 'A key of the shadow grid whose gate decides for an analysis.' })
export class AgentGateState {
  @Field(() => Int, { description: 'Its lookback.' })
  lookback!: number

  @Field(() => Float, { description: 'Its evidence at that time: what a stake of 1 has become.' })
  evidence!: number

  @Field({ description: 'Whether its gate was open.' })
  open!: boolean
}

@ObjectType({ description: 'They explain the moment and decide nothing.' })
export class AgentFeatures {
  @Field(() => Float, { description: 'Log return of the window.' })
  trend!: number

  @Field(() => Float, { description: 'Log return of its last third.' })
  momentum!: number

  @Field(() => Float, { description: "Standard deviation of a minute's log return." })
  volatility!: number

  @Field(() => Float, { description: "Place in the day's range so far: 0 at its low, 1 at its high." })
  placeInRange!: number
}

@ObjectType({ description: 'The contract at the money by which both sides were priced.' })
export class AgentPricing {
  @Field(() => Float, { description: 'Strike, in index points.' })
  strike!: number

  @Field({ description: 'Expiry date in India, YYYY-MM-DD.' })
  expiry!: string

  @Field(() => Int, { description: 'Units of a lot.' })
  lot!: number

  @Field(() => Float, { description: 'Volatility at the money, a fraction a year.' })
  volatility!: number

  @Field({ description: 'What the volatility is from: QUOTE, prices of the moment, or REALISED, the last twenty sessions.' })
  source!: string
}

@ObjectType({ description: 'The finished sessions that were searched; today is never among them.' })
export class AgentHistory {
  @Field(() => Int, { description: 'How many.' })
  sessions!: number

  @Field(() => String, { nullable: true, description: 'The first, YYYY-MM-DD; null: there is none.' })
  first!: string | null

  @Field(() => String, { nullable: true, description: 'The last, YYYY-MM-DD; null: there is none.' })
  last!: string | null

  @Field({ description: 'Of all their closes.' })
  hash!: string
}

@ObjectType({ description: 'The 80% interval of the log return of the index over the horizon.' })
export class AgentInterval {
  @Field(() => Float, { description: 'Its lower end, a log return.' })
  low!: number

  @Field(() => Float, { description: 'Its upper end, a log return.' })
  high!: number
}

@ObjectType({ description: 'The decision record of one analysis. It belongs to nobody: all users with its index and lookback share it.' })
export class AgentAnalysis {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'The index.' })
  index!: string

  @Field(() => Int, { description: 'One-minute candles that were compared.' })
  lookback!: number

  @Field(() => Int, { description: 'Version of the model.' })
  version!: number

  @Field({ description: 'Start of the last closed minute that was looked at, market time.' })
  candleAt!: Date

  @Field(() => Float, { nullable: true, description: 'Close of that minute, in index points; null before the first candle.' })
  spot!: number | null

  @Field(() => AgentVerdictEnum, { description: 'What it came to.' })
  verdict!: AgentVerdictName

  @Field(() => AgentReasonEnum, { nullable: true, description: 'Why no trade; null: it is a trade.' })
  reason!: AgentReason | null

  @Field({ description: 'The whole of it in plain words, made from the record.' })
  sentence!: string

  @Field(() => AgentStanding, {
    nullable: true,
    description: 'How far the record of its lookback was from proof; null: no key speaks for it.',
  })
  standing!: AgentStanding | null

  @Size(10)
  @Field(() => [AgentNumber], { description: 'What the reason compared.' })
  numbers!: AgentNumber[]

  @Size(2)
  @Field(() => [AgentEvidence], { description: 'Of calls and of puts; empty when there was too little to look at.' })
  evidence!: AgentEvidence[]

  @Field(() => AgentInterval, { nullable: true, description: 'Null when there was too little to look at.' })
  interval!: AgentInterval | null

  @Field(() => OptionTypeEnum, { nullable: true, description: 'The side whose evidence holds; null: neither.' })
  lead!: OptionType | null

  @Field(() => OptionTypeEnum, { nullable: true, description: 'The side that exploratory paper trades may take; null: none.' })
  exploratory!: OptionType | null

  @Size(2)
  @Field(() => [AgentGateState], { description: 'The keys whose gates decide: one, or the two neighbours on the shadow grid.' })
  gates!: AgentGateState[]

  @Field(() => Float, { description: 'Evidence that opens a gate.' })
  threshold!: number

  @Field(() => AgentFeatures, { nullable: true, description: 'Null when there was too little to look at.' })
  features!: AgentFeatures | null

  @Field(() => AgentHistory, { description: 'What was searched.' })
  history!: AgentHistory

  @Field(() => AgentPricing, { nullable: true, description: 'Null when nothing was priced.' })
  pricing!: AgentPricing | null

  @Size(200)
  @Field(() => [Float], { description: 'Closes of the window in index points, oldest first, without missing minutes.' })
  window!: number[]

  @Size(50)
  @Field(() => [AgentAnalogue], { description: 'The most similar moments, the most similar first.' })
  analogues!: AgentAnalogue[]

  @Field({ description: "SHA-256 of the day's closes up to the candle." })
  inputHash!: string

  @Field({ description: 'SHA-256 of this record and the hash before it.' })
  hash!: string

  @Field({ description: 'The hash of the record before it.' })
  previousHash!: string
}

@ObjectType({ description: 'The closes around a similar moment, as percent of the one at the moment.' })
export class AgentPath {
  @Field({ description: 'Its session, YYYY-MM-DD.' })
  session!: string

  @Field(() => Int, { description: 'The minute of the moment, from the open, 0.' })
  minute!: number

  @Size(200)
  @Field(() => [Float], { description: 'The window up to the moment, oldest first, in per cent of the close at the moment.' })
  before!: number[]

  @Size(30)
  @Field(() => [Float], { description: 'What followed, minute by minute, in per cent of the close at the moment.' })
  after!: number[]
}

@ObjectType({ description: 'An analysis in a list.' })
export class AgentAnalysisEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => AgentAnalysis, { description: 'The analysis.' })
  node!: AgentAnalysis
}

@ObjectType({ description: 'Analyses of the present market.' })
export class AgentAnalysisConnection {
  @Size(COUNTED)
  @Field(() => [AgentAnalysisEdge], { description: 'The latest first.' })
  edges!: AgentAnalysisEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}

@InputType({ description: 'Which analyses.' })
export class AgentAnalysisFiltersInput {
  @Field(() => String, { nullable: true, description: 'Only of this index.' })
  symbol?: string | null

  @Field(() => Int, { nullable: true, description: 'Only with this lookback.' })
  lookback?: number | null

  @Field(() => AgentVerdictEnum, { nullable: true, description: 'Only with this verdict.' })
  verdict?: AgentVerdictName | null

  @Field(() => AgentReasonEnum, { nullable: true, description: 'Only with this reason.' })
  reason?: AgentReason | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only what the agent of the signed-in user looked at: while it was on, with what it was set to then, at scans at which its interval came round, and what the user asked for. An access token needs the scope read:own for it.',
  })
  mine?: boolean | null
}

@InputType({ description: 'Filters and page of the analyses.' })
export class AgentAnalysesInput extends AgentAnalysisFiltersInput {
  @Field(() => Int, { nullable: true, description: 'Analyses on the page, 1–100; 20 when left out.' })
  first?: number | null

  @Field(() => ID, { nullable: true, description: '`endCursor` of the page before; the first page when left out.' })
  after?: string | null
}
