import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { OrderSide } from '../trading/OrderSide.ts'
import { PageInfo } from './PageInfo.ts'
import { LegSideEnum } from './trades.ts'

@ObjectType({ description: "What the signed-in user's live orders wait for." })
export class LiveOrders {
  @Field(() => Int, {
    description:
      'Orders of which the broker has not said what became of them, protective stops included. While there is any, no live strategy of the user opens anything.',
  })
  unresolved!: number

  @Field(() => Date, { nullable: true, description: 'Since when there is any; null: there is none.' })
  unresolvedSince!: Date | null
}

@ObjectType({ description: 'A live entry that ended without being filled whole.' })
export class UnfilledOrder {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'When it was decided, market time.' })
  time!: Date

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => LegSideEnum, { description: 'Whether it was to buy or to sell.' })
  side!: OrderSide

  @Field(() => Int, { description: 'Units ordered.' })
  quantity!: number

  @Field(() => Int, { description: 'Units filled before it ended.' })
  filledQuantity!: number

  @Field({ description: 'Whether it was refused, by a check of Sakha or by the broker; else it was cancelled or given up.' })
  refused!: boolean

  @Field({ description: 'What became of it and why, in a sentence.' })
  text!: string
}

@ObjectType({ description: 'An unfilled order in a list.' })
export class UnfilledOrderEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => UnfilledOrder, { description: 'The order.' })
  node!: UnfilledOrder
}

@ObjectType({ description: 'Live entries that ended without being filled whole.' })
export class UnfilledOrderConnection {
  @Field(() => [UnfilledOrderEdge], { description: 'The latest first.' })
  edges!: UnfilledOrderEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
