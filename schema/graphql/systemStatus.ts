import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { ALERT_KINDS, NODE_KINDS, type AlertKind, type NodeKind } from '../systemKinds.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'

export const NodeKindEnum = enumOf(NODE_KINDS)
registerEnumType(NodeKindEnum, {
  name: 'NodeKind',
  description: 'What a process of the installation does.',
  valuesConfig: {
    ENGINE: { description: 'It trades.' },
    GATEWAY: { description: 'It serves the API.' },
  },
})

export const AlertKindEnum = enumOf(ALERT_KINDS)
registerEnumType(AlertKindEnum, {
  name: 'AlertKind',
  description: 'What admins are warned of.',
  valuesConfig: {
    FEED_LATE: { description: 'Each look of half a minute has found that no index had ticked for more than five seconds of a session.' },
    FEED_PARTIAL: {
      description:
        'Each look of half a minute has found prices that do not come although others do: without a place on the feed, or of an index or open leg that is mute.',
    },
    LEASE_LOST: { description: 'Each look of half a minute has found that no engine node trades for some partitions of the users.' },
    OUTBOX_LATE: { description: 'Each look of half a minute has found that an event had waited for more than ten seconds.' },
    LIVE_ACCOUNT: { description: 'On a live account an exit does not close, a leg has nothing at the exchange, or units are nobody’s.' },
    BACKUP_LATE: { description: 'The last backup failed, or is more than a day and a half old. Nobody is warned before a first one.' },
    CALENDAR_60: { description: 'The market calendar ends in 60 days or less.' },
    CALENDAR_30: { description: 'The market calendar ends in 30 days or less.' },
    CALENDAR_7: { description: 'The market calendar ends in a week or less, or has ended: no trade is opened then.' },
    JOB_FAILED: { description: 'A job has used up its attempts.' },
  },
})

@ObjectType({ description: 'Something that admins are warned of until it is over.' })
export class SystemAlert {
  @Field(() => ID, { description: 'Identifies the alert while it lasts.' })
  id!: string

  @Field(() => AlertKindEnum, { description: 'What it warns of.' })
  kind!: AlertKind

  @Field(() => Date, { description: 'When it was noticed.' })
  since!: Date

  @Field({ description: 'What it means, in a sentence.' })
  text!: string
}

@ObjectType({ description: 'A process of the installation, as it measured itself last. One that is silent for an hour is shown no more.' })
export class SystemNode {
  @Field(() => ID, { description: 'Of the process; another one after a restart.' })
  id!: string

  @Field(() => NodeKindEnum, { description: 'What it does.' })
  kind!: NodeKind

  @Field({ description: 'Of the product.' })
  version!: string

  @Field({ description: 'The version of Node.js.' })
  runtime!: string

  @Field(() => Date, { description: 'When the process started.' })
  startedAt!: Date

  @Field(() => Date, { description: 'When it last measured itself; it does every ten seconds.' })
  measuredAt!: Date

  @Field({ description: 'Whether it has measured itself lately.' })
  isLive!: boolean

  @Field(() => Int, {
    nullable: true,
    description: 'Partitions of the users that it trades for, of 64; null: it trades for none by its kind.',
  })
  partitions!: number | null

  @Field(() => Float, { description: 'How late its event loop was, in milliseconds: the 99th percentile of ten seconds.' })
  loopDelayMs!: number

  @Field(() => Int, { description: 'Megabytes of memory.' })
  memoryMb!: number

  @Field(() => Float, {
    nullable: true,
    description: 'The share of their time in which its worker threads had tasks, 0 to 1; null: it has none.',
  })
  workerLoad!: number | null

  @Field(() => Int, { description: 'Errors that it logged in the last hour.' })
  errors!: number
}

@ObjectType({ description: 'What waits to be done.' })
export class SystemQueues {
  @Field(() => Int, { description: 'Events and jobs in the outbox.' })
  outbox!: number

  @Field(() => Float, { description: 'For how many seconds the oldest of them has waited.' })
  outboxSeconds!: number

  @Field(() => Int, { description: 'Jobs that are due or in hand, notifications left out; counted up to 10,000.' })
  jobs!: number

  @Field(() => Int, { description: 'Notifications to send outside; counted up to 10,000.' })
  notifications!: number
}

@ObjectType({ description: 'A job that has used up its attempts.' })
export class FailedJob {
  @Field(() => ID, { description: 'For retrying and cancelling it.' })
  id!: string

  @Field({ description: 'What it was to do, for example mail.send.' })
  task!: string

  @Field(() => Int, { description: 'How often it was tried.' })
  attempts!: number

  @Field(() => String, { nullable: true, description: 'What the last attempt failed with; null: its process died.' })
  error!: string | null

  @Field(() => Date, { description: 'When it was queued.' })
  createdAt!: Date
}

@ObjectType({ description: 'A kind of statement, without its values.' })
export class SlowStatement {
  @Field({ description: 'SQL, with placeholders for its values.' })
  text!: string

  @Field(() => Float, { description: 'How often it ran.' })
  calls!: number

  @Field(() => Float, { description: 'Milliseconds that one takes on average.' })
  meanMs!: number
}

@ObjectType({ description: 'The database, as it is now.' })
export class SystemDatabase {
  @Field({ description: 'Of PostgreSQL.' })
  version!: string

  @Field(() => Float, { description: 'Its size on disk, in bytes.' })
  bytes!: number

  @Field(() => Int, { description: 'Open connections to it.' })
  connections!: number

  @Size(10)
  @Field(() => [SlowStatement], { description: 'The ten slowest on average, of all time since they were last reset.' })
  slowStatements!: SlowStatement[]

  @Field(() => String, { nullable: true, description: 'Why slow statements cannot be told; null: they are.' })
  slowStatementsProblem!: string | null
}

@ObjectType({ description: 'A backup that was made.' })
export class SystemBackup {
  @Field(() => Date, { description: 'As of when its rows are.' })
  at!: Date

  @Field(() => Float, { description: 'Its size, in bytes.' })
  bytes!: number
}

@ObjectType({ description: 'A minute of the installation: of each figure the highest value of all nodes.' })
export class SystemMinute {
  @Field(() => Date, { description: 'Its beginning.' })
  at!: Date

  @Field(() => Int, { nullable: true, description: 'Null: no index was to tick.' })
  feedAgeMs!: number | null

  @Field(() => Float, { nullable: true, description: 'How late an event loop was, in milliseconds; null: not measured.' })
  loopDelayMs!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The share of their time in which worker threads had tasks, 0 to 1; null: not measured.',
  })
  workerLoad!: number | null

  @Field(() => Float, { nullable: true, description: 'For how many seconds the oldest event had waited; null: not measured.' })
  outboxSeconds!: number | null

  @Field(() => Int, { nullable: true, description: 'Jobs, notifications among them.' })
  jobs!: number | null

  @Field(() => Int, { nullable: true, description: 'Errors that all nodes logged together.' })
  errors!: number | null
}

@ObjectType({ description: 'How the installation is, the same whichever gateway is asked. All times are real ones, in a sandbox too.' })
export class SystemStatus {
  @Field(() => Date, { description: 'When it was read.' })
  at!: Date

  @Size(20)
  @Field(() => [SystemAlert], { description: 'What admins are warned of now, oldest first.' })
  alerts!: SystemAlert[]

  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds since an index last ticked; null: none is to tick now, or none ever did.',
  })
  feedAgeMs!: number | null

  @Field(() => Int, { description: 'Partitions of the users that no engine node trades for, of 64.' })
  ownerless!: number

  @Size(50)
  @Field(() => [SystemNode], { description: 'Engines first; at most fifty.' })
  nodes!: SystemNode[]

  @Field(() => SystemQueues, { description: 'What waits now.' })
  queues!: SystemQueues

  @Field(() => Int, { description: 'Jobs that have used up their attempts.' })
  failedJobCount!: number

  @Size(50)
  @Field(() => [FailedJob], { description: 'The oldest fifty of them.' })
  failedJobs!: FailedJob[]

  @Field(() => SystemDatabase, { description: 'The database of the installation.' })
  database!: SystemDatabase

  @Field(() => SystemBackup, { nullable: true, description: 'The last backup that was made; null: none ever was.' })
  lastBackup!: SystemBackup | null

  @Size(60)
  @Field(() => [SystemMinute], { description: 'Oldest first; minutes of which nothing is known are left out.' })
  lastHour!: SystemMinute[]
}

@InputType({ description: 'A failed job to give up.' })
export class CancelJobInput {
  @Field(() => ID, { description: 'Of a job that failed for good.' })
  id!: string

  @Field({ description: 'Why it is not to be done any more; for the audit log.' })
  reason!: string
}
