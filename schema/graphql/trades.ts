import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { EXIT_REASONS, EXIT_TEXTS, type ExitReason } from '../trading/exits.ts'
import { TRADE_SORTS, type TradeSort } from '../trading/tradeSorts.ts'
import { PageInfo } from './PageInfo.ts'

export const TradeMode = { PAPER: 'PAPER', LIVE: 'LIVE' } as const
export type TradeMode = (typeof TradeMode)[keyof typeof TradeMode]
registerEnumType(TradeMode, {
  name: 'TradeMode',
  description: 'Whose money.',
  valuesConfig: {
    PAPER: { description: 'Simulated fills at live quotes; no money moves.' },
    LIVE: { description: 'Real orders at the broker.' },
  },
})

export const SignalSide = { LONG: 'LONG', SHORT: 'SHORT', NEUTRAL: 'NEUTRAL' } as const
export type SignalSide = (typeof SignalSide)[keyof typeof SignalSide]
registerEnumType(SignalSide, {
  name: 'SignalSide',
  description: 'Which way the index is expected to go.',
  valuesConfig: {
    LONG: { description: 'Up: a call is bought, or a position opened that its strategy has for it.' },
    SHORT: { description: 'Down: a put is bought, or a position opened that its strategy has for it.' },
    NEUTRAL: { description: 'Neither way: a position is opened that takes no view.' },
  },
})

export const OptionType = { CE: 'CE', PE: 'PE' } as const
export type OptionType = (typeof OptionType)[keyof typeof OptionType]
registerEnumType(OptionType, {
  name: 'OptionType',
  description: 'Which right an option gives.',
  valuesConfig: {
    CE: { description: 'Call (European): gains when the index rises.' },
    PE: { description: 'Put (European): gains when the index falls.' },
  },
})

export const TradeStatus = { RUNNING: 'RUNNING', TARGET_HIT: 'TARGET_HIT', STOPLOSS_HIT: 'STOPLOSS_HIT', COMPLETED: 'COMPLETED' } as const
export type TradeStatus = (typeof TradeStatus)[keyof typeof TradeStatus]
registerEnumType(TradeStatus, {
  name: 'TradeStatus',
  description: 'Open, or how it closed.',
  valuesConfig: {
    RUNNING: { description: 'Open.' },
    TARGET_HIT: { description: 'Closed at its target.' },
    STOPLOSS_HIT: { description: 'Closed at its stop loss.' },
    COMPLETED: { description: 'Closed for another reason; see exitReason.' },
  },
})

const ExitReasonEnum = Object.fromEntries(EXIT_REASONS.map((reason) => [reason, reason]))
registerEnumType(ExitReasonEnum, {
  name: 'ExitReason',
  description: 'Why a trade was closed.',
  valuesConfig: Object.fromEntries(EXIT_REASONS.map((reason) => [reason, { description: `${EXIT_TEXTS[reason]}.` }])),
})

const TradeSortEnum = Object.fromEntries(TRADE_SORTS.map((sort) => [sort, sort]))
registerEnumType(TradeSortEnum, {
  name: 'TradeSort',
  description: 'What the history is sorted by; among equals the time decides, and what is unknown comes last.',
  valuesConfig: {
    ENTRY_TIME: { description: 'When the entry was filled.' },
    SYMBOL: { description: "The option's trading symbol." },
    STRATEGY: { description: 'Name of the strategy.' },
    SIDE: { description: 'Direction of the signal.' },
    ENTRY_PRICE: { description: 'Premium paid per unit.' },
    EXIT_PRICE: { description: 'Premium received per unit.' },
    PROFIT: { description: 'Gross profit or loss.' },
    STATUS: { description: 'How it closed.' },
  } satisfies Record<TradeSort, { readonly description: string }>,
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

  @Field(() => [DecidingValue], { description: 'What it compared; empty when that is not known.' })
  values!: DecidingValue[]
}

@ObjectType({
  description: 'A bought option position, from entry to exit. Prices and amounts in rupees, times in market time.',
})
export class Trade {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: "The option's trading symbol; also its topic in `prices`." })
  option!: string

  @Field({ description: 'The index whose signal opened it.' })
  index!: string

  @Field(() => Float, { description: "The option's strike, in index points." })
  strike!: number

  @Field(() => OptionType, { description: 'Call or put.' })
  optionType!: OptionType

  @Field({ description: "The option's expiry date in India, YYYY-MM-DD." })
  expiry!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field(() => SignalSide, { description: 'The direction of the signal.' })
  signal!: SignalSide

  @Field(() => TradeMode, { description: 'Paper or live.' })
  mode!: TradeMode

  @Field(() => Float, { description: 'Premium paid per unit.' })
  entryPrice!: number

  @Field(() => Float, { nullable: true, description: 'Premium received per unit; null while running, or when unknown.' })
  exitPrice!: number | null

  @Field(() => Float, { description: 'Premium at which it is closed with a gain.' })
  target!: number

  @Field(() => Float, { description: 'Stop loss: premium at which it is closed with a loss.' })
  sl!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of the highest premium since the entry at which the stop loss follows it; null when it does not.',
  })
  trailingStopPercent!: number | null

  @Field(() => Int, { description: 'Lots bought.' })
  lots!: number

  @Field(() => Int, { description: 'Units bought: lots × lot size.' })
  quantity!: number

  @Field(() => Int, { description: 'Units sold so far.' })
  exitQuantity!: number

  @Field(() => Float, { description: 'Entry price × quantity.' })
  fundUsed!: number

  @Field(() => Float, { nullable: true, description: 'Gross profit or loss; null while running, or when unknown.' })
  profitLossRs!: number | null

  @Field(() => Float, { description: 'Charges so far: of the entry while running, of both legs after the exit.' })
  charges!: number

  @Field(() => Float, { nullable: true, description: 'Gross less charges; null while running, or when unknown.' })
  netProfitLossRs!: number | null

  @Field(() => TradeStatus, { description: 'Open, or how it closed.' })
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

  @Field({ description: 'When the entry was filled.' })
  entryTime!: Date

  @Field(() => Date, { nullable: true, description: 'When the exit was filled; null while running.' })
  exitTime!: Date | null

  @Field(() => Float, { nullable: true, description: 'Last traded price of the option while running; null when unknown.' })
  ltp!: number | null
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

@ObjectType({ description: 'A trade in a list.' })
export class TradeEdge {
  @Field({ description: '`after` of what follows.' })
  cursor!: string

  @Field(() => Trade, { description: 'The trade.' })
  node!: Trade
}

@ObjectType({ description: 'Closed trades with the totals of all that match the filters.' })
export class TradeHistoryConnection {
  @Field(() => [TradeEdge], { description: 'One page.' })
  edges!: TradeEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo

  @Field(() => Int, { description: 'How many match, on all pages.' })
  totalTrades!: number

  @Field(() => Int, { description: 'How many of them gained.' })
  profitableTrades!: number

  @Field(() => Float, { nullable: true, description: 'Per cent of them that gained, one decimal; null when none has a known result.' })
  winRate!: number | null

  @Field(() => Float, { description: 'Their gross profit or loss in rupees.' })
  totalProfitRs!: number

  @Field(() => Float, { description: 'Gross less charges, in rupees.' })
  totalNetRs!: number
}

@ObjectType({ description: 'A strategy whose trades the user may have.' })
export class TradedStrategy {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Name of the strategy.' })
  name!: string
}

@InputType({ description: 'Which closed trades of the history.' })
export class HistoryFiltersInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Words that must all be found in trading symbol, index or name of the strategy, whatever their case; at most 100 characters.',
  })
  search?: string | null

  @Field(() => TradeStatus, { nullable: true, description: 'Only trades that closed so; not RUNNING.' })
  status?: TradeStatus | null

  @Field(() => ID, { nullable: true, description: 'Only trades of this strategy.' })
  strategyId?: string | null

  @Field(() => String, { nullable: true, description: 'First entry date in India, YYYY-MM-DD.' })
  fromDate?: string | null

  @Field(() => String, { nullable: true, description: 'Last entry date in India, YYYY-MM-DD.' })
  toDate?: string | null
}

@InputType({ description: 'Filters, order and page of the trade history.' })
export class TradeHistoryInput extends HistoryFiltersInput {
  @Field(() => Int, { nullable: true, description: 'Trades on the page, 1–200; 50 when left out.' })
  first?: number | null

  @Field(() => ID, { nullable: true, description: '`endCursor` of the page before; the first page when left out.' })
  after?: string | null

  @Field(() => TradeSortEnum, { nullable: true, description: 'What is sorted by; the entry time when left out.' })
  sort?: TradeSort | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the greatest come first; so it is when left out.' })
  descending?: boolean | null
}
