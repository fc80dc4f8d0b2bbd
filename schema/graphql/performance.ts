import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { PERFORMANCE_DIMENSIONS, type PerformanceDimension } from '../trading/performanceDimensions.ts'
import { enumOf } from './enumOf.ts'

export const PerformanceDimensionEnum = enumOf(PERFORMANCE_DIMENSIONS)
registerEnumType(PerformanceDimensionEnum, {
  name: 'PerformanceDimension',
  description: 'What closed trades are grouped by; days, weekdays and hours are those in India.',
  valuesConfig: {
    DAY: { description: 'Day of the exit.' },
    STRATEGY: { description: 'Strategy.' },
    VERSION: { description: 'Version of the strategy; together with STRATEGY only.' },
    SYMBOL: { description: 'Index whose options were traded.' },
    WEEKDAY: { description: 'Weekday of the entry.' },
    HOUR: { description: 'Hour of the entry.' },
  } satisfies Record<PerformanceDimension, { readonly description: string }>,
})

/** What both kinds of cell have. */
@ObjectType()
class Cell {
  @Field(() => String, { nullable: true, description: 'Date of the exits, YYYY-MM-DD; null when not grouped by it.' })
  day!: string | null

  @Field(() => ID, { nullable: true, description: 'Id of the strategy; null when not grouped by it.' })
  strategyId!: string | null

  @Field(() => String, { nullable: true, description: 'Name of the strategy; null when not grouped by it.' })
  strategy!: string | null

  @Field(() => Int, { nullable: true, description: 'Version of the strategy; null when not grouped by it.' })
  version!: number | null

  @Field(() => String, { nullable: true, description: 'The index; null when not grouped by it.' })
  symbol!: string | null

  @Field(() => Int, { nullable: true, description: 'Weekday of the entries, 1 Monday to 7 Sunday; null when not grouped by it.' })
  weekday!: number | null

  @Field(() => Int, { nullable: true, description: 'Hour of the entries, 0–23; null when not grouped by it.' })
  hour!: number | null

  @Field(() => Int, { description: 'Closed trades with a known result: what all figures are of.' })
  trades!: number

  @Field(() => Int, { description: 'Those of them that gained after charges.' })
  wins!: number

  @Field(() => Float, { description: 'Profit or loss before charges, in rupees.' })
  gross!: number

  @Field(() => Float, { description: 'Brokerage, taxes and fees, in rupees.' })
  charges!: number

  @Field(() => Float, { description: 'Profit or loss after charges, in rupees.' })
  net!: number
}

@ObjectType({ description: "The signed-in user's closed trades of one group." })
export class PerformanceCell extends Cell {
  @Field(() => Int, { description: 'Closed trades whose result is unknown; in none of the figures.' })
  unknown!: number

  @Field(() => Float, {
    description: 'Deepest fall of their net below a high before it, of these trades alone in the order of their exits, in rupees.',
  })
  worstDrawdown!: number
}

@ObjectType({ description: 'Closed trades of at least 20 users. A drawdown of many accounts together is nobody’s, so there is none.' })
export class SharedPerformanceCell extends Cell {
  @Field({
    description: 'The last day in India, YYYY-MM-DD, whose bookings are in it: those of later days are in none of the figures yet.',
  })
  asOf!: string
}
