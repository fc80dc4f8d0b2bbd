import { GraphQLJSONObject } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { RuleSource } from '../rules/RuleSource.ts'
import { Size } from './size.ts'
import { Strategy, TimeWindowInput } from './strategies.ts'

@ObjectType({
  description: 'A strategy as admins see it, private and inactive ones too; rules and settings are those of its newest version.',
})
export class ManagedStrategy extends Strategy {
  @Field(() => GraphQLJSONObject, {
    description: 'The rules as they are written: `interval`, `long` and `short`, or what opens a `position`.',
  })
  rules!: RuleSource

  @Field(() => Int, { description: 'Users who are subscribed, on whichever version.' })
  subscribers!: number

  @Field(() => Int, { description: 'Subscribers who are still on an earlier version.' })
  subscribersBehind!: number

  @Field(() => Int, { description: 'Trades that are open.' })
  openTrades!: number

  @Field({ description: 'When it was made.' })
  createdAt!: Date

  @Field({ description: 'When anything of it was last changed.' })
  updatedAt!: Date
}

@ObjectType({ description: 'Who runs one version of a strategy: subscriptions, without names.' })
export class VersionUsage {
  @Field(() => Int, { description: '1, 2, 3 …' })
  version!: number

  @Field({ description: 'When it was made.' })
  createdAt!: Date

  @Field(() => Int, { description: 'Switched on, on paper.' })
  paper!: number

  @Field(() => Int, { description: 'Switched on, live.' })
  live!: number

  @Field(() => Int, { description: 'Switched off.' })
  off!: number
}

@ObjectType({ description: 'Who runs a strategy, in counts.' })
export class StrategyUsage {
  @Field(() => ID, { description: 'The strategy.' })
  strategyId!: string

  @Field({ description: 'Its name.' })
  name!: string

  @Field({ description: 'Whether it is run.' })
  isActive!: boolean

  @Field({ description: 'Whether everyone may subscribe.' })
  isPublic!: boolean

  @Size(10)
  @Field(() => [VersionUsage], { description: 'The newest version, and earlier ones that somebody is on, the newest first.' })
  versions!: VersionUsage[]

  @Field(() => Int, { description: 'Trades that are open on paper.' })
  openPaper!: number

  @Field(() => Int, { description: 'Trades that are open live.' })
  openLive!: number
}

@ObjectType({ description: 'What the removal of a strategy came to.' })
export class DeletedStrategy {
  @Field(() => ID, { description: 'The strategy.' })
  id!: string

  @Field(() => Int, { description: 'Subscriptions that ended with it.' })
  endedSubscriptions!: number
}

@InputType({ description: 'What a strategy trades by.' })
export class StrategyTermsInput {
  @Field(() => GraphQLJSONObject, {
    description: 'The rules: `interval`, and `long`, `short` or both; or one of `long`, `short` and `enter` with the `position` it opens.',
  })
  rules!: Record<string, unknown>

  @Field(() => TimeWindowInput, { nullable: true, description: 'When to trade; 09:15 to 15:30 where left out.' })
  timeWindow?: TimeWindowInput | null

  @Field(() => Int, { nullable: true, description: 'Most trades a day, 1–50; 5 when left out.' })
  maxTrades?: number | null

  @Field(() => Float, { nullable: true, description: 'Most to lose in one trade, from 100 rupees; 1,000 when left out.' })
  riskPerTrade?: number | null

  @Field(() => Float, { nullable: true, description: 'Stop loss, 0.1–50 per cent of the entry premium; 50 when left out.' })
  stopLoss?: number | null

  @Field(() => Float, { nullable: true, description: 'Take profit, 0.1–200 per cent of the entry premium; 100 when left out.' })
  takeProfit?: number | null

  @Field(() => Float, { nullable: true, description: 'Trailing stop, 0.1–50 per cent below the highest premium; none when left out.' })
  trailingStop?: number | null

  @Field(() => Int, { nullable: true, description: 'Lots per trade, 1–50; 1 when left out.' })
  quantity?: number | null
}

@InputType({ description: 'A strategy as an admin writes it.' })
export class StrategyInput extends StrategyTermsInput {
  @Field({ description: 'Name on the card.' })
  name!: string

  @Field({ description: 'What it does, in a sentence or two.' })
  description!: string

  @Field(() => String, { nullable: true, description: 'The template its rules came from; `custom` when left out.' })
  type?: string | null

  @Field({ description: 'Kind of strategy, for example Trend.' })
  category!: string

  @Field(() => [String], { description: 'At least one of NIFTY, BANKNIFTY, SENSEX and MIDCAP.' })
  instruments!: string[]

  @Field(() => Boolean, { nullable: true, description: 'False (real orders) is refused: there is no live trading.' })
  paperTrade?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether everyone may subscribe; left out: no for a new one, as it is for another.',
  })
  isPublic?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is run; left out: no for a new one, as it is for another.' })
  isActive?: boolean | null
}
