import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { Interval } from '../market/candles.ts'
import type { SignalSide } from '../trading/SignalSide.ts'
import { CandleInterval } from './market.ts'
import { PageInfo } from './PageInfo.ts'
import { COUNTED, Size } from './size.ts'
import { DecidingValue, SignalSideEnum } from './trades.ts'

@InputType({ description: 'Which signals; all without a filter.' })
export class SignalFilterInput {
  @Field(() => String, { nullable: true, description: 'First date of a candle that decided, in India, YYYY-MM-DD.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date of a candle that decided, in India, YYYY-MM-DD.' })
  to?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those of this strategy.' })
  strategyId?: string | null

  @Field(() => String, { nullable: true, description: 'Only those on this index: NIFTY, BANKNIFTY, SENSEX or MIDCAP.' })
  symbol?: string | null

  @Field(() => SignalSideEnum, { nullable: true, description: 'Only those in this direction.' })
  side?: SignalSide | null
}

@ObjectType({ description: 'What a version of a strategy said of a closed candle, whoever traded it.' })
export class Signal {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'When the candle that signalled closed, market time.' })
  time!: Date

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => Int, { description: 'The version of the strategy that signalled: 1, 2, 3 …' })
  version!: number

  @Field({ description: 'The index it signalled on: NIFTY, BANKNIFTY, SENSEX or MIDCAP.' })
  symbol!: string

  @Field(() => CandleInterval, { description: 'Length of the candle.' })
  interval!: Interval

  @Field(() => SignalSideEnum, { description: 'Which way it signalled.' })
  side!: SignalSide

  @Field(() => Float, { description: 'Close of the candle, in index points.' })
  price!: number

  @Size(10)
  @Field(() => [DecidingValue], { description: 'What the rule compared; empty when that is not known.' })
  values!: DecidingValue[]
}

@ObjectType({ description: 'A signal in a list.' })
export class SignalEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => Signal, { description: 'The signal.' })
  node!: Signal
}

@ObjectType({ description: 'Signals of strategies.' })
export class SignalConnection {
  @Size(COUNTED)
  @Field(() => [SignalEdge], { description: 'The latest first.' })
  edges!: SignalEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
