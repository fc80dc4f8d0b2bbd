import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { Interval } from '../market/candles.ts'
import { CandleInterval } from './market.ts'

@ObjectType({ description: 'Where a file can be fetched.' })
export class Download {
  @Field({
    description:
      'Path on this server, to be opened with GET and without a token: whoever has it, and the device cookie that asked, may fetch the file, once. The file is of the moment it is fetched.',
  })
  address!: string

  @Field({ description: 'Until when, and no longer than the session or access token that asked lives; a minute.' })
  expiresAt!: Date
}

export const DataFormat = { CSV: 'CSV', NDJSON: 'NDJSON' } as const
export type DataFormat = keyof typeof DataFormat
registerEnumType(DataFormat, {
  name: 'DataFormat',
  description: 'A file for programs: amounts in rupees, times in UTC. What is cut off is not whole: the connection breaks before its end.',
  valuesConfig: {
    CSV: { description: 'A line of headings, then a row a line.' },
    NDJSON: { description: 'A JSON object a line; the last one is {"complete":true,"rows":…}, and without it the file is not whole.' },
  },
})

@InputType({ description: 'Which refused signals.' })
export class DenialFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only those of this strategy.' })
  strategyId?: string | null

  @Field(() => String, { nullable: true, description: 'First date of a candle that decided, in India, YYYY-MM-DD.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date of a candle that decided, in India, YYYY-MM-DD.' })
  to?: string | null
}

@InputType({ description: 'Which candles.' })
export class CandleFilterInput {
  @Field(() => String, { description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' })
  symbol!: string

  @Field(() => CandleInterval, { defaultValue: CandleInterval.ONE_MINUTE, description: 'Length of a candle.' })
  interval!: Interval

  @Field(() => String, { nullable: true, description: 'First date in India, YYYY-MM-DD; the first there is when left out.' })
  from?: string | null

  @Field(() => String, { nullable: true, description: 'Last date in India, YYYY-MM-DD; the last there is when left out.' })
  to?: string | null
}
