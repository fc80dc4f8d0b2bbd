import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { DenialReason } from '../trading/denials.ts'
import { AgentRefusals } from './agentKey.ts'
import { DenialReasonEnum } from './denials.ts'
import { Size } from './size.ts'

@ObjectType({ description: 'How often a trade of the agent was refused for a reason.' })
export class AgentDenials {
  @Field(() => DenialReasonEnum, { description: 'Why it was not opened.' })
  reason!: DenialReason

  @Field(() => Int, { description: 'How often.' })
  count!: number
}

@ObjectType({
  description:
    'What came of all stored analyses of a key, those before there was anything to compare included, and of the trades that the agent of the signed-in user would have opened on its index.',
})
export class AgentOutcomes {
  @Field(() => ID, { description: 'Index and lookback.' })
  id!: string

  @Field(() => Int, { description: 'Analyses that are stored.' })
  analyses!: number

  @Field(() => Date, { nullable: true, description: 'Market time of the earliest; null: there is none.' })
  since!: Date | null

  @Field(() => Int, { description: 'Of them with a verdict to buy.' })
  verdicts!: number

  @Size(20)
  @Field(() => [AgentRefusals], { description: 'The others by reason, the most frequent first.' })
  refusals!: AgentRefusals[]

  @Size(20)
  @Field(() => [AgentDenials], {
    description: 'Trades of the user, on the index with any lookback, that were refused, by reason, the most frequent first.',
  })
  denials!: AgentDenials[]
}
