import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { RULE_LIMITS } from '../limits.ts'
import { OPTION_TYPES, type OptionType } from '../market/OptionType.ts'
import { EXIT_REASONS, EXIT_TEXTS, type ExitReason } from '../trading/exits.ts'
import { ORDER_SIDES, type OrderSide } from '../trading/OrderSide.ts'
import { SIGNAL_SIDES, type SignalSide } from '../trading/SignalSide.ts'
import { TRADE_MODES, type TradeMode } from '../TradeMode.ts'
import { TRADE_SOURCES, type TradeSource } from '../trading/TradeSource.ts'
import { TRADE_STATUSES, type TradeStatus } from '../trading/TradeStatus.ts'
import { AgentStanding } from './agentStanding.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'

export const TradeModeEnum = enumOf(TRADE_MODES)
registerEnumType(TradeModeEnum, {
  name: 'TradeMode',
  description: 'Whose money.',
  valuesConfig: {
    PAPER: { description: 'Simulated fills at live quotes; no money moves.' },
    LIVE: { description: 'Real orders at the broker.' },
  },
})

const TradeSourceEnum = enumOf(TRADE_SOURCES)
registerEnumType(TradeSourceEnum, {
  name: 'TradeSource',
  description: 'Whose signal opened a trade.',
  valuesConfig: {
    RULES: { description: "A strategy's rules." },
    AGENT: { description: 'An analysis of the AI trading agent.' },
  },
})

export const SignalSideEnum = enumOf(SIGNAL_SIDES)
registerEnumType(SignalSideEnum, {
  name: 'SignalSide',
  description: 'Which way the index is expected to go.',
  valuesConfig: {
    LONG: { description: 'Up: a call is bought, or a position opened that its strategy has for it.' },
    SHORT: { description: 'Down: a put is bought, or a position opened that its strategy has for it.' },
    NEUTRAL: { description: 'Neither way: a position is opened that takes no view.' },
  },
})

export const OptionTypeEnum = enumOf(OPTION_TYPES)
registerEnumType(OptionTypeEnum, {
  name: 'OptionType',
  description: 'Which right an option gives.',
  valuesConfig: {
    CE: { description: 'Call (European): gains when the index rises.' },
    PE: { description: 'Put (European): gains when the index falls.' },
  },
})

export const TradeStatusEnum = enumOf(TRADE_STATUSES)
registerEnumType(TradeStatusEnum, {
  name: 'TradeStatus',
  description: 'Open, or how it closed.',
  valuesConfig: {
    RUNNING: { description: 'Open.' },
    TARGET_HIT: { description: 'Closed at its target.' },
    STOPLOSS_HIT: { description: 'Closed at its stop loss.' },
    COMPLETED: { description: 'Closed for another reason; see exitReason.' },
  },
})

export const LegSideEnum = enumOf(ORDER_SIDES)
registerEnumType(LegSideEnum, {
  name: 'LegSide',
  description: 'How an option was opened; it is closed the other way.',
  valuesConfig: {
    BUY: { description: 'Bought: gains when its premium rises.' },
    SELL: { description: 'Sold: gains when its premium falls.' },
  },
})

export const ExitReasonEnum = enumOf(EXIT_REASONS)
registerEnumType(ExitReasonEnum, {
  name: 'ExitReason',
  description: 'Why a trade was closed.',
  valuesConfig: Object.fromEntries(EXIT_REASONS.map((reason) => [reason, { description: `${EXIT_TEXTS[reason]}.` }])),
})

@ObjectType({ description: 'What an operand of a rule was when the rule decided.' })
export class DecidingValue {
  @Field({ description: 'A price, an indicator or the time, as the rule in words calls it.' })
  operand!: string

  @Field({ description: 'In index points, like 24,512.30; of a time HH:MM in India.' })
  value!: string
}

@ObjectType({ description: 'Why a trade was opened.' })
export class TradeReason {
  @Field(() => String, {
    nullable: true,
    description: "The rule of the strategy's version that signalled, in words; null when it is not known.",
  })
  rule!: string | null

  @Size(10)
  @Field(() => [DecidingValue], { description: 'What it compared; empty when that is not known.' })
  values!: DecidingValue[]
}

@ObjectType({
  description:
    'By what closing an open leg now would be reckoned: gross is `received` and what its open units bring or cost; charges are those so far and those of each order that would close it, added up and rounded once to the paisa. Rates are those in force on the day of the last price.',
})
export class IfClosed {
  @Field(() => Float, { description: 'What its orders have brought in less what they have cost so far, before charges, in rupees.' })
  received!: number

  @Field(() => Float, { description: 'Charges of its orders so far, not yet rounded: in paise, hundredths of rupees, with fractions.' })
  chargedPaise!: number

  @Size(2)
  @Field(() => [Int], { description: 'Units of each order that would close it: several above the freeze quantity.' })
  orders!: readonly number[]

  @Field(() => Float, { description: 'Brokerage of each order, in rupees.' })
  brokerage!: number

  @Field(() => Float, { description: 'Transaction charge in per cent of the premium.' })
  transaction!: number

  @Field(() => Float, { description: 'SEBI fee in per cent of the premium.' })
  sebiFee!: number

  @Field(() => Float, { description: 'GST in per cent of brokerage, transaction charge and SEBI fee.' })
  gst!: number

  @Field(() => Float, { description: 'Stamp duty in per cent of the premium of what is bought.' })
  stampDutyOnPurchase!: number

  @Field(() => Float, { description: 'STT in per cent of the premium of what is sold, in whole rupees for each order.' })
  sttOnSale!: number
}

@ObjectType({
  description: 'One option of a trade, bought or sold, from entry to exit. Prices and amounts in rupees, times in market time.',
})
export class TradeLeg {
  @Field(() => ID, { description: 'UUID.' })
  id!: string

  @Field({ description: "The option's trading symbol; also its topic in `prices`." })
  option!: string

  @Field(() => Float, { description: "The option's strike, in index points." })
  strike!: number

  @Field(() => OptionTypeEnum, { description: 'Call or put.' })
  optionType!: OptionType

  @Field({ description: "The option's expiry date in India, YYYY-MM-DD." })
  expiry!: string

  @Field(() => LegSideEnum, { description: 'How it was opened.' })
  side!: OrderSide

  @Field(() => Int, { description: 'Lots opened.' })
  lots!: number

  @Field(() => Int, { description: 'Units opened: lots × lot size.' })
  quantity!: number

  @Field(() => Float, { description: 'Premium per unit in rupees at which it was opened.' })
  entryPrice!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Premium per unit in rupees at which it was closed; null while it is open, or when unknown.',
  })
  exitPrice!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Premium in rupees at which it is closed with a gain; null: it has no target of its own.',
  })
  target!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Stop loss: premium in rupees at which it is closed with a loss; null: it has none of its own.',
  })
  sl!: number | null

  @Field(() => Float, { nullable: true, description: 'Last traded price of the option while it is open, in rupees; null when unknown.' })
  ltp!: number | null

  @Field(() => Float, { description: 'Charges so far in rupees: of the entry while it is open, of both sides after the exit.' })
  charges!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Gross profit or loss in rupees; while it is open, what it would be if it were closed at `ltp`. Null when unknown.',
  })
  profitLossRs!: number | null

  @Field(() => IfClosed, { nullable: true, description: 'By what closing it now would be reckoned; null once it is closed.' })
  ifClosed!: IfClosed | null

  @Field(() => TradeStatusEnum, { description: 'Open, or how it closed.' })
  status!: TradeStatus

  @Field(() => ExitReasonEnum, { nullable: true, description: 'Why it was closed; null while it is open.' })
  exitReason!: ExitReason | null

  @Field(() => String, { nullable: true, description: 'Why it was closed, in a sentence with time and premium; null while it is open.' })
  closed!: string | null

  @Field({ description: 'When the entry was filled.' })
  entryTime!: Date

  @Field(() => Date, { nullable: true, description: 'When the exit was filled; null while it is open.' })
  exitTime!: Date | null
}

@ObjectType({
  description: 'An entry of a position that ended without being filled whole: a position that cannot be opened whole is closed again.',
})
export class FailedLeg {
  @Field(() => Int, { description: "Which of the strategy's legs, from 1." })
  leg!: number

  @Field(() => LegSideEnum, { description: 'How it was to be opened.' })
  side!: OrderSide

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => Int, { description: 'Units wanted.' })
  quantity!: number

  @Field(() => Int, { description: 'Units of these that were filled.' })
  filledQuantity!: number

  @Field({ description: 'Why it ended, with the numbers, for the inside of a sentence.' })
  reason!: string

  @Field({ description: 'All of it in a sentence.' })
  text!: string
}

@ObjectType({
  description:
    'A position, from entry to exit: one bought option, or several legs that were opened together. What cannot be told of several legs together is null, and told of each in `legs`. Prices and amounts in rupees, times in market time.',
})
export class Trade {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: "The option's trading symbol, also its topic in `prices`; of several legs those of all, with spaces between." })
  option!: string

  @Field({ description: 'The index whose signal opened it.' })
  index!: string

  @Field(() => Float, { nullable: true, description: "The option's strike, in index points; null of several legs." })
  strike!: number | null

  @Field(() => OptionTypeEnum, { nullable: true, description: 'Call or put; null of several legs.' })
  optionType!: OptionType | null

  @Field(() => String, { nullable: true, description: "The option's expiry date in India, YYYY-MM-DD; null of several legs." })
  expiry!: string | null

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field(() => TradeSourceEnum, { description: 'Whose signal opened it.' })
  source!: TradeSource

  @Field({
    description: 'Whether the AI trading agent opened it to explore, on paper, what is not proven; its strategy is then named UNPROVEN.',
  })
  unproven!: boolean

  @Field(() => ID, { nullable: true, description: "Id of the AI trading agent's analysis that opened it; null: rules signalled." })
  analysisId!: string | null

  @Field(() => AgentStanding, {
    nullable: true,
    description:
      'How far the record of the AI trading agent was from proof when its analysis opened the trade; null: rules signalled, or it is not known.',
  })
  standing!: AgentStanding | null

  @Field(() => SignalSideEnum, { description: 'The direction of the signal.' })
  signal!: SignalSide

  @Field(() => TradeModeEnum, { description: 'Paper or live.' })
  mode!: TradeMode

  @Field(() => Float, { nullable: true, description: 'Premium paid per unit, in rupees; null of several legs.' })
  entryPrice!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Premium received per unit, in rupees; null while running, when unknown, and of several legs.',
  })
  exitPrice!: number | null

  @Field(() => Float, { nullable: true, description: 'Premium in rupees at which it is closed with a gain; null of several legs.' })
  target!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Stop loss: premium in rupees at which it is closed with a loss; null of several legs.',
  })
  sl!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of the highest premium since the entry at which the stop loss follows it; null when it does not.',
  })
  trailingStopPercent!: number | null

  @Field(() => Int, {
    description: 'Lots bought; of several legs the lots of the subscription, by which those of each leg are multiplied.',
  })
  lots!: number

  @Field(() => Int, { description: 'Units bought: lots × lot size; of several legs the units of all.' })
  quantity!: number

  @Field(() => Int, { description: 'Units closed so far.' })
  exitQuantity!: number

  @Field(() => Float, { description: 'Entry price × quantity, in rupees; of several legs what they set aside, see `estimatedMargin`.' })
  fundUsed!: number

  @Field(() => Float, {
    nullable: true,
    description:
      'Of several legs: the margin that they set aside in rupees, as estimated when they were opened, or the premium where all were bought. Null of one bought option.',
  })
  estimatedMargin!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Of several legs: the locked gross profit in rupees, at which all of them are closed; null while none is locked.',
  })
  kept!: number | null

  @Field(() => Float, {
    nullable: true,
    description:
      'Gross profit or loss in rupees; while running, what it would be if all that is open were closed at the last prices. Null while one of them is unknown, or when the result is.',
  })
  profitLossRs!: number | null

  @Field(() => Float, { description: 'Charges so far in rupees: of the entry while running, of both sides after the exit.' })
  charges!: number

  @Field(() => Float, {
    nullable: true,
    description:
      'Gross less the charges of both sides, in rupees; while running, what closing at the last prices would leave: more than `charges` is taken off. Null when unknown.',
  })
  netProfitLossRs!: number | null

  @Field(() => TradeStatusEnum, { description: 'Open, or how it closed.' })
  status!: TradeStatus

  @Field(() => ExitReasonEnum, { nullable: true, description: 'Why it was closed; null while running.' })
  exitReason!: ExitReason | null

  @Field({ description: 'Whether a running trade has been asked to close and waits for its exit.' })
  closing!: boolean

  @Field({
    description:
      'Whether a running trade could not be sold in ten attempts, so that closing it is up to its owner; when its time is up it is tried again.',
  })
  handedOver!: boolean

  @Field({
    description:
      "Whether a running live trade is its user's, who has cancelled a protective stop of it in the broker's app and wants it left to him then, or has moved one of its legs to another product there: no order is sent for it any more except what a person orders.",
  })
  letGo!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Why it was opened, in a sentence: the rule, the candle and the price of the index. Null when its signal is unknown.',
  })
  opened!: string | null

  @Field(() => TradeReason, {
    nullable: true,
    description: 'The rule that opened it and what it compared. Null when its signal is unknown.',
  })
  why!: TradeReason | null

  @Field(() => String, { nullable: true, description: 'Why it was closed, in a sentence with time and premium; null while running.' })
  closed!: string | null

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [FailedLeg], {
    description: 'Of several legs: those that were not opened, or not whole, and why. Empty when all were, and of one bought option.',
  })
  failedLegs!: FailedLeg[]

  @Size(10)
  @Field(() => [String], {
    description:
      'What its owner must know of its orders, a sentence or more each: an exit that fails and when it is tried again; of live orders refused ones, those without an answer, fills that do not fit the books.',
  })
  warnings!: string[]

  @Field({ description: 'When the entry was filled.' })
  entryTime!: Date

  @Field(() => Date, { nullable: true, description: 'When the exit was filled; null while running.' })
  exitTime!: Date | null

  @Field(() => Float, {
    nullable: true,
    description: 'Last traded price of the option while running, in rupees; null when unknown, and of several legs.',
  })
  ltp!: number | null

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [TradeLeg], {
    description: 'Its options in the order in which they were opened; at least one. A leg that is opened again after its stop is another.',
  })
  legs!: TradeLeg[]
}

@ObjectType({ description: 'A trade as it is after it opened, changed or closed.' })
export class TradeChange {
  @Field(() => Int, {
    description: '1, 2, 3 … of this subscription: where a number is missing, something was lost, and is to be read again.',
  })
  sequence!: number

  @Field(() => Trade, { description: 'The trade.' })
  trade!: Trade
}
