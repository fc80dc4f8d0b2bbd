import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { OptionType } from '../market/OptionType.ts'
import { AGENT_ANSWERS, type AgentAnswer, type AgentTradeKind } from '../trading/agent.ts'
import type { DenialReason } from '../trading/denials.ts'
import type { TradeMode } from '../TradeMode.ts'
import { AgentTradeKindEnum } from './agentTradeKind.ts'
import { DenialReasonEnum } from './denials.ts'
import { enumOf } from './enumOf.ts'
import { OptionTypeEnum, TradeModeEnum } from './trades.ts'

const AgentAnswerEnum = enumOf(AGENT_ANSWERS)
registerEnumType(AgentAnswerEnum, {
  name: 'AgentAnswer',
  description: 'What became of a proposal.',
  valuesConfig: {
    PENDING: { description: 'It waits for the word of its user.' },
    APPROVED: { description: 'Its user has said yes; what came of it stands beside it.' },
    DECLINED: { description: 'Its user has said no.' },
    EXPIRED: { description: 'Its time is over, or a newer one of the same index took its place.' },
  } satisfies Record<AgentAnswer, { readonly description: string }>,
})

@ObjectType({ description: 'A trade of the agent that waits, or waited, for the word of its user. Amounts in rupees, times real.' })
export class AgentProposal {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field(() => ID, { description: 'The analysis that caused it.' })
  analysisId!: string

  @Field({ description: 'The index.' })
  index!: string

  @Field({ description: 'Trading symbol of the option that would be bought.' })
  option!: string

  @Field(() => Float, { description: 'Its strike, in index points.' })
  strike!: number

  @Field(() => OptionTypeEnum, { description: 'Call or put.' })
  optionType!: OptionType

  @Field({ description: 'Its expiry, YYYY-MM-DD.' })
  expiry!: string

  @Field(() => TradeModeEnum, { description: 'Paper, or live: with real money.' })
  mode!: TradeMode

  @Field(() => AgentTradeKindEnum, { description: 'On what it rests.' })
  kind!: AgentTradeKind

  @Field(() => Int, { description: 'The most lots that are bought.' })
  lots!: number

  @Field(() => Int, { description: 'Units of all lots.' })
  quantity!: number

  @Field(() => Float, { description: 'What a unit cost when it was proposed, in rupees.' })
  premium!: number

  @Field({ description: 'Why, in a sentence.' })
  sentence!: string

  @Field({ description: 'When it was proposed.' })
  createdAt!: Date

  @Field({ description: 'Until when it can be approved.' })
  expiresAt!: Date

  @Field(() => AgentAnswerEnum, { description: 'What became of it.' })
  answer!: AgentAnswer

  @Field(() => Date, { nullable: true, description: 'When the engine had decided on what was approved; null: it has not.' })
  decidedAt!: Date | null

  @Field(() => ID, { nullable: true, description: 'The trade that its order opens; null: none.' })
  tradeId!: string | null

  @Field(() => DenialReasonEnum, {
    nullable: true,
    description: 'Why what was approved is not traded after all; null: it is, or nothing was approved.',
  })
  reason!: DenialReason | null

  @Field(() => String, { nullable: true, description: 'The same in a sentence with the numbers compared.' })
  refusal!: string | null
}
