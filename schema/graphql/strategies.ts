import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { Interval } from '../market/candles.ts'
import { CandleInterval } from './market.ts'

@ObjectType({ description: 'A daily trading window, India time.' })
export class TimeWindow {
  @Field({ description: 'HH:MM, first minute of trading.' })
  start!: string

  @Field({ description: 'HH:MM, when open trades are closed.' })
  end!: string
}

@ObjectType({ description: 'How closed trades went.' })
export class Performance {
  @Field(() => Int, { description: 'Closed trades.' })
  totalTrades!: number

  @Field(() => Float, { nullable: true, description: 'Per cent of closed trades that gained, one decimal; null without closed trades.' })
  winRate!: number | null

  @Field(() => Float, { description: 'Gross profit or loss of closed trades in rupees.' })
  totalPnL!: number
}

@ObjectType({ description: 'A public strategy, as everyone may see it.' })
export class Strategy {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Name on the card.' })
  name!: string

  @Field({ description: 'What it does, in a sentence or two.' })
  description!: string

  @Field({ description: 'The template its rules came from, or `custom`.' })
  type!: string

  @Field({ description: 'Kind of strategy, for example Trend.' })
  category!: string

  @Field(() => CandleInterval, { description: 'Length of the candles its rules look at.' })
  interval!: Interval

  @Field(() => String, { nullable: true, description: 'When it goes long (buys a call), in plain English; null when it never does.' })
  longRule!: string | null

  @Field(() => String, { nullable: true, description: 'When it goes short (buys a put), in plain English; null when it never does.' })
  shortRule!: string | null

  @Field({ description: 'Whether it is being run.' })
  isActive!: boolean

  @Field({ description: 'Whether everyone may subscribe.' })
  isPublic!: boolean

  @Field(() => TimeWindow, { description: 'When it trades.' })
  timeWindow!: TimeWindow

  @Field(() => Int, { description: 'Most trades a day.' })
  maxTrades!: number

  @Field(() => Float, { description: 'Rupees at risk in one trade.' })
  riskPerTrade!: number

  @Field(() => Float, { description: 'Stop loss in per cent of the entry premium.' })
  stopLoss!: number

  @Field(() => Float, { description: 'Take profit in per cent of the entry premium.' })
  takeProfit!: number

  @Field(() => Int, { description: 'Lots per trade.' })
  quantity!: number

  @Field(() => [String], { description: 'Indices it trades, for example NIFTY.' })
  instruments!: string[]

  @Field({ description: 'Whether subscriptions start on paper.' })
  paperTrade!: boolean

  @Field(() => Performance, { description: "Over all users' closed trades." })
  performance!: Performance

  @Field({ description: 'Whether the signed-in user is subscribed.' })
  subscribed!: boolean
}

@ObjectType({ description: "A strategy of the signed-in user; performance counts the user's own closed trades." })
export class UserStrategy {
  @Field(() => ID, { description: 'Of the subscription; this is what unsubscribing takes.' })
  id!: string

  @Field(() => ID, { description: 'Of the strategy subscribed to.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  name!: string

  @Field({ description: 'The template its rules came from, or `custom`.' })
  type!: string

  @Field({ description: 'What the strategy does.' })
  description!: string

  @Field({ description: 'Whether new trades may be opened.' })
  isActive!: boolean

  @Field({ description: 'True: paper money. False: real orders.' })
  paperTrade!: boolean

  @Field(() => Performance, { description: "Of the user's own closed trades under this strategy." })
  performance!: Performance

  @Field(() => TimeWindow, { description: 'When it trades.' })
  timeWindow!: TimeWindow

  @Field(() => Int, { description: 'Most trades a day.' })
  maxTrades!: number

  @Field(() => Int, { description: 'Lots per trade.' })
  quantity!: number

  @Field(() => [String], { description: 'Indices it trades.' })
  instruments!: string[]

  @Field({ description: 'When the user subscribed.' })
  subscribedAt!: Date
}
