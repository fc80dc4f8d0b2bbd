import { Field, ID, Int, ObjectType } from 'type-graphql'
import { RULE_LIMITS } from '../limits.ts'
import type { SignalSide } from '../trading/SignalSide.ts'
import { Size } from './size.ts'
import { SignalSideEnum } from './trades.ts'

@ObjectType({ description: 'One comparison of a rule, on the candle it was judged on.' })
export class SightCondition {
  @Field({ description: 'What must hold, in plain English.' })
  text!: string

  @Field({ description: 'Where its numbers stand, and how far apart they are.' })
  now!: string

  @Field(() => Boolean, { nullable: true, description: 'Whether it holds; null: it has no value yet.' })
  holds!: boolean | null
}

@ObjectType({ description: 'The rule of one signal, on the candle it was judged on.' })
export class SightSide {
  @Field(() => SignalSideEnum, { description: 'The signal.' })
  side!: SignalSide

  @Field({ description: 'The whole rule, in plain English.' })
  rule!: string

  @Field(() => Boolean, { nullable: true, description: 'Whether the whole rule holds; null: it has no value yet.' })
  holds!: boolean | null

  @Size(RULE_LIMITS.comparisons)
  @Field(() => [SightCondition], { description: 'Its comparisons, in the order of the sentence.' })
  conditions!: SightCondition[]
}

@ObjectType({ description: 'What a strategy sees now on an index: its rules on the last closed candle, by the code that trades.' })
export class StrategySight {
  @Field(() => ID, { description: 'The strategy.' })
  strategyId!: string

  @Field(() => Int, { description: "The version judged: of the signed-in user's subscription, else the newest." })
  version!: number

  @Field({ description: 'The index, for example NIFTY.' })
  instrument!: string

  @Field({ description: 'Whether the market is open.' })
  marketOpen!: boolean

  @Field(() => Date, { nullable: true, description: 'Market time at which the judged candle begins; null when there is none.' })
  candleTime!: Date | null

  @Field(() => Date, { nullable: true, description: 'Market time at which it closed.' })
  closedAt!: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'Market time of the next candle close within the trading window; null when there is none today.',
  })
  nextCheckAt!: Date | null

  @Size(2)
  @Field(() => [SightSide], { description: 'One for each signal it may give; empty when `unknown` says why.' })
  sides!: SightSide[]

  @Field(() => String, { nullable: true, description: 'Why nothing can be said, in words; null when it can.' })
  unknown!: string | null
}
