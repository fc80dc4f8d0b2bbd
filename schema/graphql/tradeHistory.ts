import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { TRADE_SORTS, type TradeSort } from '../trading/tradeSorts.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { ExitReasonEnum, Trade, TradeModeEnum, TradeStatusEnum } from './trades.ts'
import type { ExitReason } from '../trading/exits.ts'
import type { TradeMode } from '../TradeMode.ts'
import type { TradeStatus } from '../trading/TradeStatus.ts'

const TradeSortEnum = enumOf(TRADE_SORTS)
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

@ObjectType({ description: 'A trade in a list.' })
export class TradeEdge {
  @Field({ description: '`after` of what follows.' })
  cursor!: string

  @Field(() => Trade, { description: 'The trade.' })
  node!: Trade
}

@ObjectType({ description: 'Closed trades with the totals of all that match the filters in one mode: paper and live are never added up.' })
export class TradeHistoryConnection {
  @Size(COUNTED)
  @Field(() => [TradeEdge], { description: 'One page.' })
  edges!: TradeEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo

  @Field(() => Int, { description: 'How many match on all pages, paper and live.' })
  matchingTrades!: number

  @Field(() => TradeModeEnum, { description: 'What the totals are of: LIVE where any trade that matches is live, else PAPER.' })
  mode!: TradeMode

  @Field(() => Int, { description: 'How many of that mode match.' })
  totalTrades!: number

  @Field(() => Int, { description: 'How many of them gained after charges.' })
  profitableTrades!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of those with a known result that gained after charges, one decimal; null when there are none.',
  })
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

  @Field(() => TradeStatusEnum, { nullable: true, description: 'Only trades that closed so; not RUNNING.' })
  status?: TradeStatus | null

  @Field(() => ExitReasonEnum, { nullable: true, description: 'Only trades that were closed for this reason.' })
  exitReason?: ExitReason | null

  @Field(() => ID, { nullable: true, description: 'Only trades of this strategy.' })
  strategyId?: string | null

  @Field(() => TradeModeEnum, { nullable: true, description: 'Only trades on paper, or live ones.' })
  mode?: TradeMode | null

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
