import { Field, ID, InputType } from 'type-graphql'

@InputType({ description: 'Which closed trades; all of the mode without a filter.' })
export class ClosedTradeFilterInput {
  @Field(() => String, { nullable: true, description: 'First date of an exit in India, YYYY-MM-DD.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date of an exit in India, YYYY-MM-DD.' })
  to?: string | null

  @Field(() => ID, { nullable: true, description: 'Only trades of this strategy.' })
  strategyId?: string | null

  @Field(() => String, { nullable: true, description: 'Only trades on this index: NIFTY, BANKNIFTY, SENSEX or MIDCAP.' })
  symbol?: string | null
}
