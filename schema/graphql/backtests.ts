import { GraphQLJSONObject } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { BACKTEST_STATUSES, type BacktestStatus } from '../trading/BacktestStatus.ts'
import { enumOf } from './enumOf.ts'
import { StrategyTermsInput } from './managedStrategies.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'

const BacktestStatusEnum = enumOf(BACKTEST_STATUSES)
registerEnumType(BacktestStatusEnum, {
  name: 'BacktestStatus',
  description: 'How far a backtest is.',
  valuesConfig: {
    QUEUED: { description: 'Waits for the engine.' },
    RUNNING: { description: 'Is being run.' },
    DONE: { description: 'Has a result.' },
    FAILED: { description: 'Could not be run; see problem.' },
    CANCELLED: { description: 'Was cancelled by its user.' },
  },
})

@ObjectType({ description: 'The days of an index over which a backtest can run.' })
export class BacktestDays {
  @Field(() => Int, { description: 'How many have stored candles.' })
  days!: number

  @Field(() => String, { nullable: true, description: 'The first of them, YYYY-MM-DD in India; null when there is none.' })
  first!: string | null

  @Field(() => String, { nullable: true, description: 'The last of them; null when there is none.' })
  last!: string | null
}

@InputType({ description: 'A parameter of a sweep with the values that are tried of it.' })
export class SweepParameterInput {
  @Field({
    description:
      'A placeholder of the rules of a draft, `fast` for `ema({fast})`; or `stopLoss`, `takeProfit`, `trailingStop` (per cent of the premium), `maxTrades`.',
  })
  name!: string

  @Field(() => [Float], { description: 'Each different.' })
  values!: number[]
}

@InputType({ description: 'How many trading days are trained on, and how many after them are validated on, again and again.' })
export class WalkForwardInput {
  @Field(() => Int, { description: '1–1,000.' })
  train!: number

  @Field(() => Int, { description: '1–1,000.' })
  validate!: number
}

@InputType({ description: 'A strategy to try on past candles.' })
export class RunBacktestInput {
  @Field(() => ID, {
    nullable: true,
    description: 'A public strategy, or one subscribed to (with the version and the settings of the subscription). Either this or a draft.',
  })
  strategyId?: string | null

  @Field(() => StrategyTermsInput, {
    nullable: true,
    description: 'A strategy that is not stored: its rules and what it trades by. Either this or a strategyId.',
  })
  draft?: StrategyTermsInput | null

  @Field(() => String, {
    nullable: true,
    description: "NIFTY, BANKNIFTY, SENSEX or MIDCAP; the strategy's first (NIFTY for a draft) when left out.",
  })
  symbol?: string | null

  @Field(() => String, { nullable: true, description: 'First date in India, YYYY-MM-DD; the first there is when left out.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date in India, YYYY-MM-DD; the last there is when left out.' })
  to?: string | null

  @Field(() => [SweepParameterInput], {
    nullable: true,
    description:
      'Every combination of these values is tried, at most 200, and ranked; the result then has `variants` instead of `strategies`, the best ten of them with their range.',
  })
  sweep?: SweepParameterInput[] | null

  @Field(() => WalkForwardInput, {
    nullable: true,
    description:
      'What is best on the days trained on (of the sweep; the strategy itself without one) is validated on the days after; the result then has `folds` and `outOfSample`.',
  })
  walkForward?: WalkForwardInput | null

  @Field(() => Float, {
    nullable: true,
    description: 'How many times half a spread on every fill, and what a stop slips, is paid: 0–20; 1 when left out.',
  })
  slippage?: number | null
}

@ObjectType({ description: 'A backtest of a strategy: what it would have done on past candles. No promise for the future.' })
export class BacktestRun {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field(() => ID, { nullable: true, description: 'The strategy; null for a draft.' })
  strategyId!: string | null

  @Field({ description: 'The index.' })
  symbol!: string

  @Field(() => String, { nullable: true, description: 'First date in India; null: the first there is.' })
  from!: string | null

  @Field(() => String, { nullable: true, description: 'Last date in India; null: the last there is.' })
  to!: string | null

  @Field(() => BacktestStatusEnum, { description: 'How far it is.' })
  status!: BacktestStatus

  @Field(() => Float, { description: 'How far it has come, 0 to 1.' })
  progress!: number

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'With DONE: the report that `engine backtest --json` prints, shortened: its latest 200 trades (`backtestTrades` has all) and signals not taken, its latest 1,000 days, and at most 500 points of its equity, the highest, lowest and the deepest drawdown among them.',
  })
  result!: Record<string, unknown> | null

  @Field(() => String, { nullable: true, description: 'With FAILED: why.' })
  problem!: string | null

  @Field({ description: 'When it was asked for.' })
  createdAt!: Date

  @Field(() => Date, { nullable: true, description: 'When it was done, failed or cancelled.' })
  endedAt!: Date | null
}

@ObjectType({ description: 'A trade of a backtest in a list.' })
export class BacktestTradeEdge {
  @Field({ description: '`after` of what is older: its place among all trades of the backtest, 0 the earliest.' })
  cursor!: string

  @Field(() => GraphQLJSONObject, { description: 'The trade as the report has it: prices and amounts in rupees, times in India.' })
  node!: Record<string, unknown>
}

@ObjectType({ description: 'Trades of a backtest.' })
export class BacktestTradeConnection {
  @Size(COUNTED)
  @Field(() => [BacktestTradeEdge], { description: 'The latest first.' })
  edges!: BacktestTradeEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo

  @Field(() => Int, { description: 'How many the backtest has.' })
  totalCount!: number
}
