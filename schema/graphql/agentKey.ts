import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { AgentReason } from '../trading/agent.ts'
import { AgentReasonEnum } from './agentAnalysis.ts'
import { Size } from './size.ts'

@ObjectType({ description: 'Bought options, as shares of what was paid, after all costs.' })
export class AgentNet {
  @Field(() => Int, { description: 'How many.' })
  count!: number

  @Field(() => Float, { nullable: true, description: 'Mean net result, as a share of what was paid; null when there is none.' })
  mean!: number | null

  @Field(() => Float, { nullable: true, description: 'Standard error of the mean, as a share of what was paid; null with fewer than two.' })
  error!: number | null

  @Field(() => Int, { description: 'Of them with a gain.' })
  wins!: number
}

@ObjectType({ description: 'Forecasts near each other, and what became of them.' })
export class AgentReliability {
  @Field(() => Float, { description: 'Mean probability that was said, 0 to 1.' })
  said!: number

  @Field(() => Float, { description: 'Share that came true.' })
  was!: number

  @Field(() => Int, { description: 'How many.' })
  count!: number
}

@ObjectType({ description: 'How often a reason was given.' })
export class AgentRefusals {
  @Field(() => AgentReasonEnum, { description: 'Why there was no trade.' })
  reason!: AgentReason

  @Field(() => Int, { description: 'How often.' })
  count!: number
}

@ObjectType({ description: 'The evidence of a key after one of its shadow trades.' })
export class AgentEvidencePoint {
  @Field({ description: 'When the shadow trade ended, market time.' })
  at!: Date

  @Field(() => Float, { description: 'What a stake of 1 has become by then.' })
  evidence!: number

  @Field(() => Float, {
    nullable: true,
    description:
      'What a stake of 1 would have become without skill: by as many trades, each of them at the mean net result of buying both sides at every scan. Null: that is not known.',
  })
  control!: number | null
}

@ObjectType({ description: 'A month of shadow trades.' })
export class AgentMonth {
  @Field({ description: 'YYYY-MM.' })
  month!: string

  @Field(() => Int, { description: 'Shadow trades that ended in it.' })
  trades!: number

  @Field(() => Float, { description: 'Mean net result, a share of what was paid, after all costs.' })
  mean!: number
}

@ObjectType({
  description:
    'The record of one key: an index with a lookback of the shadow grid. Its gate opens when what a fictitious stake of 1 has become reaches the threshold: without skill the chance that any key ever opens is at most 5%, however often one looks. It closes on evidence that the edge is gone, and then begins anew with a stake of 1.',
})
export class AgentKey {
  @Field(() => ID, { description: 'Index and lookback.' })
  id!: string

  @Field({ description: 'The index.' })
  index!: string

  @Field(() => Int, { description: 'Candles that are compared.' })
  lookback!: number

  @Field(() => Int, { description: 'Version of the model.' })
  version!: number

  @Field(() => Float, { description: 'What a stake of 1 has become; it begins anew at 1 when the gate closes.' })
  evidence!: number

  @Field(() => Float, { description: 'The highest it was since it began, or began anew.' })
  peak!: number

  @Field(() => Float, { description: 'What a stake of 1 has to become to open the gate.' })
  threshold!: number

  @Field({ description: 'Whether the gate is open.' })
  open!: boolean

  @Field(() => Float, {
    nullable: true,
    description:
      'What a stake of 1 has become that was bet against the key at its opening, 1 or more: the evidence that its edge is gone. Null: the gate is not open.',
  })
  against!: number | null

  @Field(() => Float, { description: 'What a stake of 1 against an open key has to become to close its gate.' })
  closingEvidence!: number

  @Field(() => String, { nullable: true, description: 'Trading day on which it opened last, YYYY-MM-DD; null: it never did.' })
  openedOn!: string | null

  @Field(() => String, { nullable: true, description: 'Trading day on which it closed since, YYYY-MM-DD; null: it did not.' })
  closedOn!: string | null

  @Field(() => Int, { description: 'Analyses so far.' })
  scans!: number

  @Field(() => Int, { description: 'How often a side led.' })
  leads!: number

  @Field(() => AgentNet, { description: 'The shadow trades, on nobody’s account.' })
  shadow!: AgentNet

  @Field(() => AgentNet, { description: 'Buying both sides at every scan: what no skill costs.' })
  control!: AgentNet

  @Size(10)
  @Field(() => [AgentReliability], { description: 'Of its forecasts; empty until enough is known.' })
  reliability!: AgentReliability[]

  @Field(() => Float, { nullable: true, description: 'Mean squared error of the forecasts; null until enough is known.' })
  brier!: number | null

  @Field(() => Float, { nullable: true, description: 'The same of always saying the share so far; null until enough is known.' })
  baseBrier!: number | null

  @Field(() => Float, { nullable: true, description: 'Share of the moves that were inside the 80% interval; null: none is known.' })
  coverage!: number | null

  @Field(() => Int, { description: 'Of how many moves.' })
  outcomes!: number

  @Size(20)
  @Field(() => [AgentRefusals], { description: 'Analyses without a lead by reason, the most frequent first.' })
  refusals!: AgentRefusals[]

  @Field(() => Int, { description: 'Finished sessions that the walk-forward has gone through.' })
  walked!: number

  @Field(() => Int, { description: 'Finished sessions that there are.' })
  sessions!: number
}

@ObjectType({ description: 'The record of one key over time.' })
export class AgentKeyHistory {
  @Field(() => ID, { description: 'Index and lookback.' })
  id!: string

  @Size(500)
  @Field(() => [AgentEvidencePoint], { description: 'The evidence after each shadow trade, oldest first; the last 500.' })
  points!: AgentEvidencePoint[]

  @Size(60)
  @Field(() => [AgentMonth], { description: 'Shadow trades by month, oldest first.' })
  months!: AgentMonth[]
}
