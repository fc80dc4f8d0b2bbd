import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { SignalSide } from '../trading/SignalSide.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { SignalSideEnum } from './trades.ts'

@ObjectType({
  description: 'A closed trade of somebody. It has no id and no pseudonym: nothing says which trades are of the same person.',
})
export class AnonymousTrade {
  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => Int, { description: 'Version of the strategy.' })
  version!: number

  @Field({ description: 'The index.' })
  symbol!: string

  @Field({ description: 'Trading symbol of the option; of several legs those of all.' })
  option!: string

  @Field(() => SignalSideEnum, { description: 'Which way the signal was.' })
  side!: SignalSide

  @Field(() => Int, { description: 'Lots.' })
  lots!: number

  @Field(() => Int, { description: 'Units.' })
  quantity!: number

  @Field(() => Float, { nullable: true, description: 'Premium paid per unit, in rupees; null when unknown.' })
  entryPrice!: number | null

  @Field(() => Float, { nullable: true, description: 'Premium received per unit, in rupees; null when unknown.' })
  exitPrice!: number | null

  @Field({ description: 'Market time of the entry, to the minute.' })
  entryTime!: Date

  @Field({ description: 'Market time of the exit, to the minute.' })
  exitTime!: Date

  @Field(() => Float, { nullable: true, description: 'Profit or loss before charges, in rupees; null when unknown.' })
  gross!: number | null

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { nullable: true, description: 'Profit or loss after charges, in rupees; null when unknown.' })
  net!: number | null

  @Field(() => String, { nullable: true, description: 'Why it was closed: TARGET, STOP, TRAILING_STOP and others; null when unknown.' })
  exitReason!: string | null
}

@ObjectType({ description: 'A trade of somebody in a list.' })
export class AnonymousTradeEdge {
  @Field({ description: '`after` of what follows; it can be read by the server alone.' })
  cursor!: string

  @Field(() => AnonymousTrade, { description: 'The trade.' })
  node!: AnonymousTrade
}

@ObjectType({ description: 'Closed trades of all users, the oldest exit first; the order of one moment says nothing.' })
export class AnonymousTradeConnection {
  @Size(COUNTED)
  @Field(() => [AnonymousTradeEdge], { description: 'One page.' })
  edges!: AnonymousTradeEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
