import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { DENIAL_REASONS, type DenialReason } from '../trading/denials.ts'
import { DENIAL_TEXTS } from '../trading/denialTexts.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import type { SignalSide } from '../trading/SignalSide.ts'
import { COUNTED, Size } from './size.ts'
import { SignalSideEnum } from './trades.ts'

export const DenialReasonEnum = enumOf(DENIAL_REASONS)
registerEnumType(DenialReasonEnum, {
  name: 'DenialReason',
  description: 'Why a signal was not taken; `Denial.text` says it with its numbers.',
  valuesConfig: Object.fromEntries(DENIAL_REASONS.map((reason) => [reason, { description: `${DENIAL_TEXTS[reason]}.` }])),
})

@ObjectType({ description: 'A signal that a subscription of the user did not take.' })
export class Denial {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'When the candle that signalled closed, market time.' })
  time!: Date

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'The index it signalled on.' })
  index!: string

  @Field(() => SignalSideEnum, { description: 'Which way it signalled.' })
  side!: SignalSide

  @Field(() => DenialReasonEnum, { description: 'Why it was not taken.' })
  reason!: DenialReason

  @Field({ description: 'The same in a sentence, for example "Not taken: 5 of 5 trades used today."' })
  text!: string
}

@ObjectType({ description: 'A denial in a list.' })
export class DenialEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => Denial, { description: 'The denial.' })
  node!: Denial
}

@ObjectType({ description: 'Signals that were not taken.' })
export class DenialConnection {
  @Size(COUNTED)
  @Field(() => [DenialEdge], { description: 'The latest first.' })
  edges!: DenialEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
