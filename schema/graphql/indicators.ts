import { Field, Float, ObjectType } from 'type-graphql'
import { LIMITS } from '../limits.ts'
import { isIndicatorName, outputsOf } from '../rules/indicators.ts'
import { Candle } from './market.ts'
import { asked, Size, type ByArguments } from './size.ts'

/** All columns of the indicators that are asked for; what is none is refused later. */
const columnsOf: ByArguments = ({ specs }) => {
  if (!Array.isArray(specs)) return LIMITS.indicators.specs
  const columns = specs.map((spec) => {
    const [name = ''] = /^\w+/.exec(typeof spec === 'string' ? spec.trim() : '') ?? []
    return isIndicatorName(name) ? outputsOf(name).length : 1
  })
  return columns.reduce((sum, count) => sum + count, 0)
}

@ObjectType({ description: 'One column of an indicator.' })
export class IndicatorColumn {
  @Field({ description: 'The indicator with its parameters, such as macd(12,26,9).' })
  spec!: string

  @Field({ description: 'Which of its columns: value, or the name that rules use, such as histogram.' })
  output!: string

  @Field({ description: 'In English.' })
  name!: string

  @Size(asked('limit', LIMITS.candles))
  @Field(() => [Float], {
    nullable: 'items',
    description:
      'A value beside each candle, in index points or on the scale of the indicator; null where the stored history before it is too short for a strategy to decide by it.',
  })
  values!: (number | null)[]
}

@ObjectType({ description: 'Candles with indicators beside them.' })
export class IndicatorValues {
  @Size(asked('limit', LIMITS.candles))
  @Field(() => [Candle], { description: 'Oldest first; the last one may still lack minutes that have not closed.' })
  candles!: Candle[]

  @Size(columnsOf)
  @Field(() => [IndicatorColumn], { description: 'In the order asked for, all columns of each indicator.' })
  columns!: IndicatorColumn[]
}
