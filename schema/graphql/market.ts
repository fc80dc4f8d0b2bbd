import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { LIMITS } from '../limits.ts'
import type { Interval } from '../market/candles.ts'
import type { PlantedShape } from '../market/drawnMarket.ts'
import { Size } from './size.ts'

/** GraphQL names of the intervals; the values are the ones used everywhere inside. */
export const CandleInterval = { ONE_MINUTE: '1min', FIVE_MINUTES: '5min', FIFTEEN_MINUTES: '15min' } as const satisfies Record<
  string,
  Interval
>
registerEnumType(CandleInterval, {
  name: 'CandleInterval',
  description: 'Length of a candle.',
  valuesConfig: {
    ONE_MINUTE: { description: 'One minute.' },
    FIVE_MINUTES: { description: 'Five minutes.' },
    FIFTEEN_MINUTES: { description: 'Fifteen minutes.' },
  },
})

/** GraphQL names of what a sandbox can plant; the values are the ones used everywhere inside. */
export const MarketPattern = { W: 'w', FLAG: 'flag', SHOULDERS: 'shoulders' } as const satisfies Record<string, PlantedShape>
registerEnumType(MarketPattern, {
  name: 'MarketPattern',
  description: 'A shape that a sandbox plants into the prices it draws; a drift follows it.',
  valuesConfig: {
    W: { description: 'Two bottoms.' },
    FLAG: { description: 'A rise, and a rest near its top.' },
    SHOULDERS: { description: 'Head and shoulders.' },
  },
})

@ObjectType({ description: 'One bar of an index.' })
export class Candle {
  @Field({ description: 'Start of the bar, market time.' })
  time!: Date

  @Field(() => Float, { description: 'First price, in index points.' })
  open!: number

  @Field(() => Float, { description: 'Highest price, in index points.' })
  high!: number

  @Field(() => Float, { description: 'Lowest price, in index points.' })
  low!: number

  @Field(() => Float, { description: 'Last price, in index points.' })
  close!: number

  @Field(() => Float, { description: 'Units traded.' })
  volume!: number
}

@ObjectType({ description: 'What a chart card shows of an index.' })
export class Chart {
  @Field({ description: 'The index.' })
  symbol!: string

  @Field(() => CandleInterval, { description: 'Length of the candles.' })
  interval!: Interval

  @Field(() => Float, { nullable: true, description: 'Last price in index points, else the last close; null without data.' })
  currentPrice!: number | null

  @Field(() => Float, { nullable: true, description: "Index points since the previous session's close; null when that is unknown." })
  change!: number | null

  @Field(() => Float, {
    nullable: true,
    description: "Per cent since the previous session's close, two decimals; null when that is unknown.",
  })
  changePercent!: number | null

  @Size(LIMITS.candles.default)
  @Field(() => [Candle], { description: 'Latest candles, oldest first; the last one may still lack minutes that have not closed.' })
  chartData!: Candle[]

  @Field(() => Date, { nullable: true, description: 'Market time of the newest data; null without data.' })
  lastUpdated!: Date | null
}

@ObjectType({ description: 'A last traded price.' })
export class Price {
  @Field({ description: 'Index or option trading symbol.' })
  symbol!: string

  @Field(() => Float, { description: 'In rupees; of an index in index points.' })
  price!: number

  @Field({ description: "The exchange's time of the price: market time." })
  time!: Date
}

@ObjectType({ description: 'One stretch of sandbox time; the formula is in schema/market/MarketClock.ts.' })
export class ClockSegment {
  @Field({ description: 'Real time at which the stretch begins.' })
  realStart!: Date

  @Field({ description: 'Market time at that moment.' })
  marketStart!: Date

  @Field({ description: 'Market time of the session open.' })
  sessionOpen!: Date

  @Field({ description: 'Market time of the session close, where the clock stands until the next stretch.' })
  sessionClose!: Date
}

@ObjectType({
  description:
    'Where and when the market is. With `sandbox`, market time runs `speed` times as fast as real time along `segments` (schema/market/MarketClock.ts).',
})
export class MarketStatus {
  @Field({ description: 'Whether this is the sandbox exchange.' })
  sandbox!: boolean

  @Field(() => MarketPattern, {
    nullable: true,
    description: 'What is planted into its prices for the research agent to find; null: nothing.',
  })
  pattern!: PlantedShape | null

  @Field(() => Float, { description: 'Market seconds per real second; 1 in the real market.' })
  speed!: number

  @Size(10)
  @Field(() => [ClockSegment], { description: "The sandbox clock's stretches, oldest first; empty in the real market." })
  segments!: ClockSegment[]

  @Field({ description: 'What time it is on the market.' })
  marketTime!: Date

  @Field({ description: 'Whether a session is on.' })
  isOpen!: boolean

  @Field(() => Date, {
    nullable: true,
    description:
      'Market time at which the session that is on closes, or the next one opens; null in a sandbox between two sessions, which does not know yet.',
  })
  nextChangeAt!: Date | null

  @Field({ description: 'Whether the trading engine is alive: its heartbeat is fresh.' })
  engineRunning!: boolean

  @Field({ description: 'Whether the engine is receiving prices from the broker.' })
  feedConnected!: boolean

  @Field(() => Date, { nullable: true, description: 'Real time of the last index price; null before the first.' })
  lastTickAt!: Date | null
}

@ObjectType({ description: 'What the product was specified with; what is in force today may be something else.' })
export class SpecifiedInstrument {
  @Field(() => Int, { description: 'Units per lot.' })
  lot!: number

  @Field({ description: 'When its options expire, in words.' })
  expiryRule!: string
}

@ObjectType({ description: 'An index whose options are traded, with what is in force on the market day, beside what was specified.' })
export class Instrument {
  @Field({ description: 'The name that calls and settings take, such as MIDCAP.' })
  symbol!: string

  @Field({ description: 'As people say it, such as Midcap.' })
  name!: string

  @Field({ description: 'The exchange of the index: NSE or BSE.' })
  exchange!: string

  @Field(() => Int, { description: 'Units per lot of the next contract to expire.' })
  lot!: number

  @Field({ description: 'When its options expire, in words, such as "weekly, Tuesday": before any holiday moves an expiry.' })
  expiryRule!: string

  @Field({ description: 'The next expiry, YYYY-MM-DD: today until the session closes.' })
  nextExpiry!: string

  @Field(() => Float, {
    nullable: true,
    description:
      'What a unit of the call at the money last traded at today, in rupees, of the next expiry after today: on the day of an expiry its own options cost too little to judge by. Null: none was recorded today.',
  })
  callPremium!: number | null

  @Field(() => Float, { nullable: true, description: 'The same of the put, in rupees.' })
  putPremium!: number | null

  @Field(() => SpecifiedInstrument, {
    nullable: true,
    description: 'What the product was specified with; null for an index it was not specified with.',
  })
  specified!: SpecifiedInstrument | null
}
