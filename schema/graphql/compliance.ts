import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { ReadinessState } from '../brokerReadiness.ts'
import { BUDGET_WINDOWS, type BudgetWindow } from '../trading/orderBudget.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import { ORDER_STATUSES, type OrderStatus } from '../trading/OrderStatus.ts'
import { ReadinessStateEnum } from './broker.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'
import { LegSideEnum } from './trades.ts'

export const BudgetWindowEnum = enumOf(BUDGET_WINDOWS)
registerEnumType(BudgetWindowEnum, {
  name: 'BudgetWindow',
  description: 'Over what orders are counted and limited.',
  valuesConfig: {
    SECOND: { description: 'Each second of the last quarter of an hour.' },
    MINUTE: { description: 'Each minute of the last 24 hours.' },
    HOUR: { description: 'Each hour of the last seven days.' },
  } satisfies Record<BudgetWindow, { readonly description: string }>,
})

const OrderStatusEnum = enumOf(ORDER_STATUSES)
registerEnumType(OrderStatusEnum, {
  name: 'OrderStatus',
  description: 'How far an order has come.',
  valuesConfig: {
    INTENT: { description: 'Stored, not yet handed over.' },
    SUBMITTED: { description: 'Handed over; the broker has not accepted it yet.' },
    UNKNOWN: { description: 'The answer was lost: the broker’s order book will tell.' },
    TRIGGER_PENDING: { description: 'A stop that rests at the exchange.' },
    OPEN: { description: 'Accepted, nothing filled.' },
    PARTIAL: { description: 'Filled in part.' },
    MODIFY_PENDING: { description: 'A change of its price is under way.' },
    CANCEL_PENDING: { description: 'Its cancellation is under way.' },
    FILLED: { description: 'Filled whole.' },
    CANCELLED: { description: 'Cancelled; part of it may have been filled.' },
    REJECTED: { description: 'Refused by the broker or the exchange.' },
    EXPIRED: { description: 'Given up before it was handed over.' },
  } satisfies Record<OrderStatus, { readonly description: string }>,
})

@ObjectType({ description: 'Where the orders of an account leave from, as the engine last found.' })
export class OutgoingAddress {
  @Field(() => String, { nullable: true, description: 'As this server sees it; null: it cannot say.' })
  outgoing!: string | null

  @Field(() => String, { nullable: true, description: 'As the installation says it is registered with the broker; null: it does not say.' })
  registered!: string | null

  @Field(() => ReadinessStateEnum, { description: 'Whether the broker takes orders from there.' })
  state!: ReadinessState

  @Field({ description: 'What was found, or what to do.' })
  text!: string

  @Field({ description: 'When the engine looked.' })
  checkedAt!: Date
}

@ObjectType({ description: 'A time in which a strategy was switched to live.' })
export class LiveRegistration {
  @Field(() => ID, { description: 'The strategy.' })
  strategyId!: string

  @Field({ description: 'Its name.' })
  strategy!: string

  @Field(() => Int, { description: 'Its version.' })
  version!: number

  @Field(() => Int, { description: 'Lots, as confirmed.' })
  lots!: number

  @Field({ description: 'When the user typed the confirmation.' })
  since!: Date

  @Field(() => Date, {
    nullable: true,
    description: 'Until it was confirmed anew, moved to another version, switched back or ended; null: in force.',
  })
  until!: Date | null

  @Field(() => Int, { nullable: true, description: 'The version of the risk text that was accepted then; null: none is known.' })
  riskTextVersion!: number | null

  @Field(() => Date, { nullable: true, description: 'When that was accepted.' })
  riskTextAcceptedAt!: Date | null
}

@ObjectType({ description: 'An order to the broker.' })
export class LiveOrder {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'When it was stored, just before it was sent.' })
  at!: Date

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => LegSideEnum, { description: 'Bought or sold.' })
  side!: OrderSide

  @Field(() => Int, { description: 'Units.' })
  quantity!: number

  @Field(() => OrderStatusEnum, { description: 'How far it has come.' })
  status!: OrderStatus

  @Field({ description: 'Its tag at the broker.' })
  tag!: string

  @Field(() => String, { nullable: true, description: 'Its number at the broker; null: the broker has given none.' })
  brokerOrderId!: string | null

  @Field(() => String, { nullable: true, description: "The exchange's id of the algorithm it was stored with; null: none was registered." })
  algoId!: string | null
}

@ObjectType({ description: "What an auditor asks of the signed-in user's live trading." })
export class Compliance {
  @Field(() => OutgoingAddress, { nullable: true, description: 'Null: no account at the broker has been checked.' })
  address!: OutgoingAddress | null

  @Field(() => String, { nullable: true, description: "The exchange's id of the algorithm of new orders; null: none is registered." })
  algoId!: string | null

  @Size(200)
  @Field(() => [LiveRegistration], { description: 'The register of live strategies, the latest first; at most 200.' })
  register!: LiveRegistration[]

  @Size(50)
  @Field(() => [LiveOrder], { description: 'The latest orders to the broker, the latest first; at most 50.' })
  orders!: LiveOrder[]
}

@ObjectType({ description: 'What was sent to the broker in some time and counts against the order budget.' })
export class BudgetUse {
  @Field({ description: 'Its beginning.' })
  at!: Date

  @Field(() => Int, { description: 'All of it together, at least one.' })
  orders!: number

  @Field(() => Int, { description: 'Orders that open something.' })
  entries!: number

  @Field(() => Int, { description: 'Orders that close something, protective stops at the exchange among them.' })
  exits!: number

  @Field(() => Int, { description: 'Changes of orders.' })
  changes!: number

  @Field(() => Int, { description: 'Cancellations of orders.' })
  cancellations!: number
}

@ObjectType({
  description:
    'How much of the order budget the signed-in user has used: orders, changes and cancellations by when they were sent, up to two seconds ago.',
})
export class OrderBudget {
  @Field(() => BudgetWindowEnum, { description: 'Over what is counted.' })
  window!: BudgetWindow

  @Field(() => Int, { description: 'Most orders, changes and cancellations together in such a time.' })
  limit!: number

  @Field({ description: 'Since when is counted.' })
  from!: Date

  @Field({ description: 'Until when.' })
  until!: Date

  @Field(() => Int, { description: 'Most of them together in any such time between, wherever it begins.' })
  peak!: number

  @Size(900)
  @Field(() => [BudgetUse], { description: 'Of each second, minute or hour, oldest first; without those in which nothing was sent.' })
  used!: BudgetUse[]
}
