import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { KILL_SCOPES, type KillScope } from '../trading/denials.ts'
import type { TradeStatus } from '../trading/TradeStatus.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'
import { TradeStatusEnum } from './trades.ts'

export const StopScope = enumOf(KILL_SCOPES)
registerEnumType(StopScope, {
  name: 'StopScope',
  description: 'Whom an emergency stop stops.',
  valuesConfig: {
    USER: { description: 'All entries of one user: the signed-in one, or for admins another.' },
    STRATEGY: { description: 'All entries of one strategy, whoever subscribed; for admins.' },
    GLOBAL: { description: 'All entries of everyone; for admins.' },
  },
})

@InputType({ description: 'Which stop is meant.' })
export class StopTargetInput {
  @Field(() => StopScope, { description: 'Whom it stops.' })
  scope!: KillScope

  @Field(() => ID, { nullable: true, description: 'The strategy; only with STRATEGY.' })
  strategyId?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'Somebody else’s account; only with USER, and for admins. The signed-in user when left out.',
  })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Why somebody else’s account is stopped or let trade again, 1–200 characters: its owner reads it. Of an own stop optional.',
  })
  reason?: string | null
}

@InputType({ description: 'An emergency stop.' })
export class EmergencyStopInput extends StopTargetInput {
  @Field({ description: 'Whether open trades are closed too, those included that an entry under way still opens.' })
  squareOff!: boolean

  @Field({ description: 'The word STOP, typed by the person who means it.' })
  confirm!: string
}

@ObjectType({ description: 'An emergency stop: no entries until it is lifted.' })
export class Stop {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field(() => StopScope, { description: 'Whom it stops.' })
  scope!: KillScope

  @Field(() => ID, { nullable: true, description: 'The strategy, with STRATEGY.' })
  strategyId!: string | null

  @Field({ description: 'Whether open trades are closed too.' })
  squareOff!: boolean

  @Field({ description: 'Why.' })
  reason!: string

  @Field({ description: 'Since when, real time.' })
  since!: Date

  @Field({ description: 'Whether the signed-in user may lift it. An admin’s stop of an account is not its owner’s to lift.' })
  liftable!: boolean
}

@ObjectType({ description: 'What came of closing one trade. Amounts in rupees.' })
export class SquareOffResult {
  @Field(() => ID, { description: 'The trade.' })
  tradeId!: string

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => TradeStatusEnum, { description: 'RUNNING until it is closed.' })
  status!: TradeStatus

  @Field(() => Float, { nullable: true, description: 'Premium received per unit, in rupees; null while running, or when unknown.' })
  exitPrice!: number | null

  @Field(() => Float, { nullable: true, description: 'Net profit or loss in rupees; null while running, or when unknown.' })
  netProfitLossRs!: number | null

  @Field(() => String, { nullable: true, description: 'Why it is still open; null once closed.' })
  problem!: string | null
}

@ObjectType({ description: 'The trades a stop squares off, those still open first.' })
export class SquareOffResults {
  @Field(() => Int, { description: 'Trades that are closed.' })
  closed!: number

  @Field(() => Int, { description: 'Trades that are still open.' })
  open!: number

  @Size(500)
  @Field(() => [SquareOffResult], { description: 'One a trade, at most 500.' })
  trades!: SquareOffResult[]
}

@ObjectType({ description: 'A stop that has been made, and what came of it within ten seconds.' })
export class EmergencyStop {
  @Field(() => Stop, { description: 'The stop in force.' })
  stop!: Stop

  @Field(() => SquareOffResults, { description: 'What came of closing the open trades; empty when that was not asked for.' })
  results!: SquareOffResults
}

@ObjectType({ description: 'What came of squaring off the trades of one user.' })
export class SquareOffOfUser {
  @Field(() => ID, { description: 'The account.' })
  userId!: string

  @Field({ description: 'Its name.' })
  name!: string

  @Field({ description: 'Its e-mail address.' })
  email!: string

  @Field(() => Int, { description: 'Trades that are closed.' })
  closed!: number

  @Field(() => Int, { description: 'Trades that are still open.' })
  open!: number

  @Field(() => String, { nullable: true, description: 'Why any is still open; null once all are closed.' })
  problem!: string | null
}
