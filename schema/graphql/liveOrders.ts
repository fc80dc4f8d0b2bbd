import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { RULE_LIMITS } from '../limits.ts'
import { AGENT_ANSWERS, type AgentAnswer } from '../trading/agent.ts'
import { CLOSING_STATES, type ClosingState } from '../trading/closingOrders.ts'
import { LIVE_INCIDENT_KINDS, type LiveIncidentKind } from '../trading/liveIncidents.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { LegSideEnum } from './trades.ts'

const FirstOrderAnswerEnum = enumOf(AGENT_ANSWERS)
registerEnumType(FirstOrderAnswerEnum, {
  name: 'FirstOrderAnswer',
  description: 'What became of a first live order.',
  valuesConfig: {
    PENDING: { description: 'It waits for the word of its user.' },
    APPROVED: { description: 'Its user has said yes; what came of it stands beside it.' },
    DECLINED: { description: 'Its user has said no.' },
    EXPIRED: { description: 'Its time is over, or a newer signal took its place.' },
  } satisfies Record<AgentAnswer, { readonly description: string }>,
})

@ObjectType({ description: 'An option that a first live order would open. Amounts in rupees.' })
export class FirstOrderLeg {
  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => LegSideEnum, { description: 'Whether it would be bought or sold.' })
  side!: OrderSide

  @Field(() => Int, { description: 'Units.' })
  quantity!: number

  @Field(() => Float, { description: 'What a unit cost when it was asked for, in rupees.' })
  premium!: number
}

@ObjectType({
  description:
    'The first live order of a strategy since its user confirmed it: it waits for his word before it is sent. Amounts in rupees, times real.',
})
export class FirstOrder {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'The index that it signalled on.' })
  index!: string

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [FirstOrderLeg], { description: 'What would be opened, in this order.' })
  legs!: FirstOrderLeg[]

  @Field(() => Int, { description: 'The most lots.' })
  lots!: number

  @Field(() => Float, { description: 'What it sets aside: premium or estimated margin, with a reserve and the charges, in rupees.' })
  funds!: number

  @Field(() => Float, {
    nullable: true,
    description: 'About what it loses at its stops, before charges, in rupees; null: no stop bounds it.',
  })
  lossAtStop!: number | null

  @Field({ description: 'Until when it can be approved.' })
  expiresAt!: Date

  @Field(() => FirstOrderAnswerEnum, { description: 'What became of it.' })
  answer!: AgentAnswer

  @Field(() => Date, { nullable: true, description: 'When the engine had decided on what was approved; null: it has not.' })
  decidedAt!: Date | null

  @Field(() => ID, { nullable: true, description: 'The trade that its order opens; null: none.' })
  tradeId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Why what was approved is not sent after all, in a sentence; null: it is, or nothing was approved.',
  })
  refusal!: string | null
}

const LiveIncidentKindEnum = enumOf(LIVE_INCIDENT_KINDS)
registerEnumType(LiveIncidentKindEnum, {
  name: 'LiveIncidentKind',
  description: 'What must not last on a live account.',
  valuesConfig: {
    EXIT_OPEN: { description: 'A leg is to be closed, and is not.' },
    LEG_BARE: { description: 'A leg has neither its stop nor an exit at the exchange.' },
    UNITS_UNKNOWN: { description: 'The account holds units that no trade of Sakha and no order by hand explains.' },
    ORDER_LEFT: { description: 'An order by hand that was to close a leg waits on, and what it would close is closed.' },
    OVERFILLED: {
      description: 'The account is short: a stop or an exit sold units that their owner had sold by hand. `closeExcess` buys them back.',
    },
    STOP_WATCHED: { description: 'The stop of a leg does not rest at the exchange, where it would take more margin than the account has.' },
  } satisfies Record<LiveIncidentKind, { readonly description: string }>,
})

const ClosingStateEnum = enumOf(CLOSING_STATES)
registerEnumType(ClosingStateEnum, {
  name: 'ClosingState',
  description: 'What became of an order that closes an unwanted short position.',
  valuesConfig: {
    ASKED: { description: 'No engine has taken it up yet.' },
    SENT: { description: 'It may be at the broker.' },
    FILLED: { description: 'All of its units were bought.' },
    PARTLY: { description: 'It ended with fewer units.' },
    REFUSED: { description: 'It ended with none.' },
  } satisfies Record<ClosingState, { readonly description: string }>,
})

@ObjectType({ description: 'An order that buys back what an account is short by an order of Sakha. Amounts in rupees.' })
export class ClosingOrder {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field(() => ClosingStateEnum, { description: 'What became of it.' })
  state!: ClosingState

  @Field(() => Int, { description: 'Units to buy: no more than the account was short when it was sent, and than one order may have.' })
  quantity!: number

  @Field(() => Int, { description: 'Units bought.' })
  filledQuantity!: number

  @Field(() => Float, { nullable: true, description: 'What a unit cost on average, in rupees; null: none was bought.' })
  price!: number | null

  @Field(() => String, { nullable: true, description: 'Why it ended without all of its units; null: it did not.' })
  refusal!: string | null
}

@ObjectType({ description: 'What stands on a live account that must not last. It ends when its cause has.' })
export class LiveIncident {
  @Field(() => ID, { description: 'The same as long as it stands.' })
  id!: string

  @Field(() => LiveIncidentKindEnum, { description: 'What is so.' })
  kind!: LiveIncidentKind

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => Int, { description: 'Units still open, not explained, or sold too many; negative where they are short.' })
  units!: number

  @Field(() => ID, { nullable: true, description: 'The trade that it is of; null: of none.' })
  tradeId!: string | null

  @Field({ description: 'Real time since when it stands.' })
  since!: Date

  @Field(() => ClosingOrder, {
    nullable: true,
    description: 'The latest order that closes it, of an `OVERFILLED` one; null: there is none.',
  })
  closing!: ClosingOrder | null

  @Field({ description: 'What is so and what its owner can do, in a sentence or two.' })
  text!: string
}

@ObjectType({ description: "What the signed-in user's live orders wait for." })
export class LiveOrders {
  @Field(() => Int, {
    description:
      'Orders of which the broker has not said what became of them, protective stops included. While there is any, no live strategy of the user opens anything.',
  })
  unresolved!: number

  @Field(() => Date, { nullable: true, description: 'Since when there is any; null: there is none.' })
  unresolvedSince!: Date | null

  @Size(50)
  @Field(() => [LiveIncident], { description: 'What stands on the account that must not last, the oldest first; at most 50.' })
  incidents!: LiveIncident[]

  @Size(20)
  @Field(() => [FirstOrder], {
    description: 'First live orders that wait for the word of the user, or for the engine after it; the newest first.',
  })
  firstOrders!: FirstOrder[]
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
  @Size(COUNTED)
  @Field(() => [UnfilledOrderEdge], { description: 'The latest first.' })
  edges!: UnfilledOrderEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
