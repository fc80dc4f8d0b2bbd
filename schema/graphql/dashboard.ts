import { Field, Float, Int, ObjectType } from 'type-graphql'
import { TRADE_MODES, type TradeMode } from '../TradeMode.ts'
import { LIMITS } from '../limits.ts'
import { Size } from './size.ts'
import { Trade, TradeModeEnum } from './trades.ts'

@ObjectType({ description: "The signed-in user's market day so far. Amounts in rupees, before charges where nothing else is said." })
export class TodayStats {
  @Field(() => TradeModeEnum, {
    description: 'Of which trades: paper and live are never added up. LIVE while the user has anything live, or had a live trade today.',
  })
  mode!: TradeMode

  @Field(() => Float, {
    nullable: true,
    description:
      'Profit or loss of the trades closed today and of the running ones at their last prices before charges, in rupees; null while one of these is unknown.',
  })
  totalPnL!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The same after charges, in rupees: of running trades what closing them at their last prices would leave.',
  })
  totalNetPnL!: number | null

  @Field(() => Float, { description: 'Profit or loss of the trades closed today before charges, in rupees.' })
  closedPnL!: number

  @Field(() => Float, { description: 'The same after charges, in rupees.' })
  closedNetPnL!: number

  @Field(() => Int, { description: 'Trades opened today.' })
  totalTrades!: number

  @Field(() => Int, { description: 'Subscriptions that may open trades: in `byMode` those of the mode, else on paper and live.' })
  activeStrategies!: number

  @Field(() => Float, { description: 'Paid for the trades opened today, in rupees.' })
  todayFundsUsed!: number
}

@ObjectType({ description: 'The day at a glance.' })
export class Dashboard {
  @Field(() => TodayStats, {
    description:
      'The market day so far, in one set of figures: LIVE while the user has anything live, or had a live trade today, else PAPER. `byMode` has both.',
  })
  todayStats!: TodayStats

  @Size(TRADE_MODES.length)
  @Field(() => [TodayStats], {
    description:
      'The market day so far of each mode apart, LIVE first: of a mode with a trade today or a running one, and LIVE while anything is subscribed live. PAPER alone while there is nothing.',
  })
  byMode!: readonly TodayStats[]

  @Size(LIMITS.account.maxOpenTrades.max)
  @Field(() => [Trade], { description: 'Running trades, latest entry first.' })
  liveTrades!: readonly Trade[]
}
