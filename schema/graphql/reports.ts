import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import { LIMITS } from '../limits.ts'
import { DRAWN_POINTS } from '../trading/equityOf.ts'
import { RATIO_DAYS } from '../trading/performanceOf.ts'
import { EquityPoint, THINNED } from './EquityPoint.ts'
import type { TradeMode } from '../TradeMode.ts'
import { Size } from './size.ts'
import { TradeModeEnum } from './trades.ts'

@InputType({ description: 'Which closed trades a report is of.' })
export class ReportInput {
  @Field(() => TradeModeEnum, { description: 'Paper or live: they are never added up.' })
  mode!: TradeMode

  @Field(() => String, { nullable: true, description: 'First date of an exit in India, YYYY-MM-DD; the first there is when left out.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date of an exit in India, YYYY-MM-DD; the last there is when left out.' })
  to?: string | null

  @Field(() => ID, { nullable: true, description: 'Only trades of this strategy.' })
  strategyId?: string | null
}

@ObjectType({ description: 'The trades that one day in India closed.' })
export class ReportDay {
  @Field({ description: 'Date in India, YYYY-MM-DD.' })
  date!: string

  @Field(() => Int, { description: 'Trades.' })
  trades!: number

  @Field(() => Float, { description: 'Profit or loss before charges, in rupees.' })
  gross!: number

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { description: 'Profit or loss after charges, in rupees.' })
  net!: number

  @Field(() => Float, { description: "Net of all the report's trades closed up to the end of this day, in rupees." })
  equity!: number

  @Field(() => Float, {
    description:
      "The deepest that one of the day's trades ended below the highest net before it, zero at the beginning included, in rupees.",
  })
  drawdown!: number
}

/** The result of some of a report's trades, in rupees. */
@ObjectType()
abstract class ReportSums {
  @Field(() => Int, { description: 'Trades.' })
  trades!: number

  @Field(() => Float, { description: 'Per cent of them that gained after charges, one decimal.' })
  winRate!: number

  @Field(() => Float, { description: 'Profit or loss before charges, in rupees.' })
  gross!: number

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { description: 'Profit or loss after charges, in rupees.' })
  net!: number
}

@ObjectType({ description: "One strategy's part of a report." })
export class ReportStrategy extends ReportSums {
  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string
}

@ObjectType({ description: 'The trades entered in one hour of one weekday in India.' })
export class ReportHour extends ReportSums {
  @Field(() => Int, { description: '1 Monday … 7 Sunday.' })
  weekday!: number

  @Field(() => Int, { description: 'The hour that was entered in, 0–23.' })
  hour!: number
}

@ObjectType({
  description: 'The deepest fall of the net from its highest value before, taken after each closed trade: that of the points in `equity`.',
})
export class ReportDrawdown {
  @Field(() => Float, { description: 'How deep, as a positive amount in rupees.' })
  amount!: number

  @Field(() => Date, { nullable: true, description: 'The exit that left it highest before; null: it fell from zero at the beginning.' })
  peakAt!: Date | null

  @Field({ description: 'The exit that left it lowest.' })
  troughAt!: Date

  @Field(() => Date, { nullable: true, description: 'The first exit after it that left it as high as the peak; null: none yet.' })
  recoveredAt!: Date | null

  @Field(() => String, { nullable: true, description: 'The day of `peakAt` in India, YYYY-MM-DD.' })
  peakDate!: string | null

  @Field({ description: 'The day of `troughAt` in India.' })
  troughDate!: string

  @Field(() => String, { nullable: true, description: 'The day of `recoveredAt` in India.' })
  recoveryDate!: string | null
}

@ObjectType({
  description:
    "The signed-in user's closed trades of one mode, by the day of their exit. Amounts in rupees; null where a formula has no answer.",
})
export class Report {
  @Field(() => TradeModeEnum, { description: 'Paper or live.' })
  mode!: TradeMode

  @Field(() => Int, { description: 'Closed trades with a known result: what all figures are of.' })
  trades!: number

  @Field(() => Int, { description: 'Trades whose result is unknown; in none of the figures.' })
  unknown!: number

  @Field(() => Float, { nullable: true, description: 'Per cent of the trades that gained after charges, one decimal.' })
  winRate!: number | null

  @Field(() => Float, { description: 'Profit or loss before charges, in rupees.' })
  gross!: number

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { description: 'Profit or loss after charges, in rupees.' })
  net!: number

  @Field(() => Float, { nullable: true, description: 'Average net of a trade, in rupees.' })
  expectancy!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Net of the trades that gained, in rupees for each rupee that the others lost; null without a loss.',
  })
  profitFactor!: number | null

  @Field(() => Int, {
    description: 'Sessions of the trades’ own market from the first to the last that closed a trade: what the ratios are of.',
  })
  tradingDays!: number

  @Field(() => Float, {
    nullable: true,
    description: `Mean of the daily results for their standard deviation, over a year of 252 days; null below ${RATIO_DAYS} trading days.`,
  })
  sharpe!: number | null

  @Field(() => Float, {
    nullable: true,
    description: `The same for the deviation of the losing days alone; null without one, and below ${RATIO_DAYS} trading days.`,
  })
  sortino!: number | null

  @Field(() => ReportDrawdown, { nullable: true, description: 'The deepest drawdown; null when no trade ended below a high before it.' })
  maxDrawdown!: ReportDrawdown | null

  @Size(DRAWN_POINTS)
  @Field(() => [EquityPoint], { description: `Net of all trades closed so far, a point a trade, from zero on; ${THINNED}.` })
  equity!: EquityPoint[]

  @Size(1_500)
  @Field(() => [ReportDay], { description: 'Days that closed a trade, oldest first.' })
  days!: ReportDay[]

  @Size(LIMITS.strategies.max)
  @Field(() => [ReportStrategy], { description: 'By strategy, the best net first.' })
  strategies!: ReportStrategy[]

  @Size(40)
  @Field(() => [ReportHour], { description: 'By weekday and hour of the entry, in that order.' })
  hours!: ReportHour[]
}

@ObjectType({
  description:
    'The live orders of one strategy against paper: the dry run fills each of them by the same quotes and the model of paper trading. Amounts in rupees.',
})
export class LiveGap {
  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => Int, { description: 'Orders that were filled, at least in part.' })
  orders!: number

  @Field(() => Int, { description: 'Those of them that paper filled too; the amounts are of these alone.' })
  compared!: number

  @Field(() => Float, { description: 'What the entries cost more than on paper, in rupees; negative when they cost less.' })
  entries!: number

  @Field(() => Float, { description: 'What the exits brought less than on paper, in rupees; negative when they brought more.' })
  exits!: number
}
