import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { LIMITS, RULE_LIMITS } from '../limits.ts'
import { DRAWN_POINTS } from '../trading/equityOf.ts'
import { BacktestRun } from './backtests.ts'
import { EquityPoint, THINNED } from './EquityPoint.ts'
import { Size } from './size.ts'
import { Strategy } from './strategies.ts'
import { WarmingUp } from './warmingUp.ts'

@ObjectType({ description: 'A version of a strategy: what it trades by does not change.' })
export class StrategyVersion {
  @Field(() => Int, { description: '1, 2, 3 …' })
  version!: number

  @Field({ description: 'Since when it is there.' })
  createdAt!: Date

  @Size(20)
  @Field(() => [String], { description: 'What it changed, a sentence each; empty for the first.' })
  changes!: string[]

  @Field(() => String, {
    nullable: true,
    description: 'When it goes long (buys a call, or opens its legs), in plain English; null when it never does.',
  })
  longRule!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When it goes short (buys a put, or opens its legs), in plain English; null when it never does.',
  })
  shortRule!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When it opens its legs without a view of the direction, in plain English: `at 09:20`; null when it never does.',
  })
  enterRule!: string | null

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [String], {
    description: 'The position it opens, a sentence for each leg and each limit of the whole, of one lot; empty where it buys one option.',
  })
  legs!: string[]
}

@ObjectType({
  description:
    "A strategy's record since its publication as last counted, all versions together: of one lot and one trade for each signal, the mean of its users' closed trades. Amounts in rupees.",
})
export class StrategyRecord {
  @Field(() => Int, { description: 'Signals with closed trades.' })
  trades!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of them that gained before charges, one decimal; null without closed trades.',
  })
  winRate!: number | null

  @Field(() => Float, { description: 'Profit or loss before charges, in rupees.' })
  gross!: number

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { description: 'Profit or loss after charges, in rupees.' })
  net!: number

  @Field(() => Int, { description: 'Signals with open trades of which nobody has closed one: beside those of `trades` and `net`.' })
  openTrades!: number

  @Field(() => Int, { description: 'Those of them without a last price, which `openNet` leaves out.' })
  openUnpriced!: number

  @Field(() => Float, {
    description: 'What closing the open ones at their last prices would leave, after the charges of both sides, in rupees.',
  })
  openNet!: number

  @Field(() => Float, {
    description:
      'Deepest fall from an earlier high that an update has seen, open trades at their last prices included, as a positive amount in rupees: that of the points in `equity`. It never shrinks.',
  })
  worstDrawdown!: number

  @Field(() => Date, { nullable: true, description: 'Beginning of the first market day.' })
  firstTradeAt!: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'End of the last market day with a closed trade; of the running day the latest update.',
  })
  lastTradeAt!: Date | null

  @Size(DRAWN_POINTS)
  @Field(() => [EquityPoint], {
    description: `At the end of each market day, from zero on, and at the deepest drawdown, with what closing open trades at their last prices would have left; of the running day at the latest update; ${THINNED}.`,
  })
  equity!: EquityPoint[]
}

@ObjectType({ description: 'Everything about one strategy, for whoever may see it.' })
export class StrategyPage {
  @Field(() => Strategy, { description: 'The strategy, with rules and settings of its newest version.' })
  strategy!: Strategy

  @Field(() => ID, { nullable: true, description: "The signed-in user's subscription to it; null without one." })
  subscriptionId!: string | null

  @Field(() => Int, { nullable: true, description: 'The version that subscription trades by.' })
  subscribedVersion!: number | null

  @Field(() => WarmingUp, {
    nullable: true,
    description: 'What that version lacks to signal for the user; null when it signals, or without a subscription.',
  })
  warmingUp!: WarmingUp | null

  @Size(10)
  @Field(() => [String], { description: 'When it closes its trades, a sentence each.' })
  exits!: string[]

  @Size(LIMITS.strategyPage.versions)
  @Field(() => [StrategyVersion], { description: 'The newest 100 versions, newest first.' })
  versions!: StrategyVersion[]

  @Field(() => StrategyRecord, { description: 'On paper.' })
  paper!: StrategyRecord

  @Field(() => StrategyRecord, { description: 'With real orders.' })
  live!: StrategyRecord

  @Field(() => BacktestRun, {
    nullable: true,
    description: "The signed-in user's latest finished backtest of it: hypothetical. Null without one.",
  })
  backtest!: BacktestRun | null
}
