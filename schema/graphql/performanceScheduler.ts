import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { UPDATE_KINDS, type UpdateKind } from '../performanceUpdates.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'

export const UpdateKindEnum = enumOf(UPDATE_KINDS)
registerEnumType(UpdateKindEnum, {
  name: 'UpdateKind',
  description: 'Why performance is updated.',
  valuesConfig: {
    SCHEDULED: { description: 'It was due by the clock, in a session.' },
    FINAL: { description: 'A session has closed.' },
    TRIGGERED: { description: 'An admin asked for it.' },
  },
})

@ObjectType({ description: 'An update of performance that waits for an engine or is being made.' })
export class UpdateJob {
  @Field(() => ID, { description: 'Of the update.' })
  id!: string

  @Field(() => UpdateKindEnum, { description: 'Why it is made.' })
  kind!: UpdateKind

  @Field(() => Date, { description: 'When it was asked for.' })
  askedAt!: Date

  @Field(() => Date, { nullable: true, description: 'When its last attempt began; null: it waits.' })
  startedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed; it is tried again.' })
  problem!: string | null
}

@ObjectType({ description: 'An update of performance that has ended.' })
export class EndedUpdate {
  @Field(() => ID, { description: 'Of the update.' })
  id!: string

  @Field(() => UpdateKindEnum, { description: 'Why it was made.' })
  kind!: UpdateKind

  @Field(() => Date, { description: 'When it ended.' })
  endedAt!: Date

  @Field(() => Int, { nullable: true, description: 'Milliseconds that it took; null: it was never begun.' })
  durationMs!: number | null

  @Field(() => Int, { description: 'Results of trades that it has counted.' })
  results!: number

  @Field(() => Int, { description: 'Rows that it has written.' })
  rows!: number

  @Field(() => String, { nullable: true, description: 'Why it failed; null: it did not.' })
  problem!: string | null
}

@ObjectType({ description: 'How the updates of performance stand. All times are real ones, in a sandbox too.' })
export class SchedulerStatus {
  @Field({ description: "Whether updates are made by the market's clock." })
  isRunning!: boolean

  @Size(10)
  @Field(() => [UpdateJob], { description: 'Updates that wait or are being made, oldest first.' })
  activeJobs!: UpdateJob[]

  @Field(() => EndedUpdate, { nullable: true, description: 'The last one that ended; null: none of the last week.' })
  lastRun!: EndedUpdate | null

  @Field(() => Date, {
    nullable: true,
    description: 'When the next one is due; null: the scheduler is stopped, or it is not known, as after the close in a sandbox.',
  })
  nextRunAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'As of when the figures of performance are; null: there are none of the last week.' })
  asOf!: Date | null

  @Field(() => Int, { description: 'Updates of the last 24 hours that failed for good.' })
  failures!: number
}

@ObjectType({ description: "As of when strategies' records are." })
export class RecordsAsOf {
  @Field(() => Date, { nullable: true, description: 'Real time of the last count; null: there was none in the last week.' })
  at!: Date | null

  @Field({ description: 'Whether they stay so for now: an admin has stopped the updates.' })
  isStopped!: boolean

  @Field({ description: 'Whether a count that was due five minutes ago, by the clock of the market, has not been made.' })
  isLate!: boolean
}
