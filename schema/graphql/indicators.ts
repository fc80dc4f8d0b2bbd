import { Field, Float, ObjectType } from 'type-graphql'
import { Candle } from './market.ts'

@ObjectType({ description: 'One column of an indicator.' })
export class IndicatorColumn {
  @Field({ description: 'The indicator with its parameters, such as macd(12,26,9).' })
  spec!: string

  @Field({ description: 'Which of its columns: value, or the name that rules use, such as histogram.' })
  output!: string

  @Field({ description: 'In English.' })
  name!: string

  @Field(() => [Float], {
    nullable: 'items',
    description:
      'A value beside each candle, in index points or on the scale of the indicator; null where the stored history before it is too short for a strategy to decide by it.',
  })
  values!: (number | null)[]
}

@ObjectType({ description: 'Candles with indicators beside them.' })
export class IndicatorValues {
  @Field(() => [Candle], { description: 'Oldest first; the last one may still lack minutes that have not closed.' })
  candles!: Candle[]

  @Field(() => [IndicatorColumn], { description: 'In the order asked for, all columns of each indicator.' })
  columns!: IndicatorColumn[]
}
