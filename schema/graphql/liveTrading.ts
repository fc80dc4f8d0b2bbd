import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { LIVE_GATES, type LiveGate } from '../trading/liveGates.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'

export const LiveGateEnum = enumOf(LIVE_GATES)
registerEnumType(LiveGateEnum, {
  name: 'LiveGate',
  description: 'Something that must hold for a subscription to open trades with real orders.',
  valuesConfig: {
    INSTALLATION: { description: 'Whoever runs the installation allows live trading for the account.' },
    BROKER: { description: 'The account at the broker is connected for today.' },
    EMAIL: { description: 'The e-mail address is confirmed.' },
    TWO_FACTOR: { description: 'Two-factor sign-in is on.' },
    RISK_TEXT: { description: 'The risk text, as it is now, is accepted.' },
    LIMITS: { description: 'A daily loss limit and a maximum of open trades are chosen.' },
    CONFIRMATION: { description: 'Live trading is confirmed for the version with its lots, instruments and window.' },
  } satisfies Record<LiveGate, { readonly description: string }>,
})

@ObjectType({ description: 'One of the gates, as it is now.' })
export class LiveGateState {
  @Field(() => LiveGateEnum, { description: 'Which.' })
  gate!: LiveGate

  @Field({ description: 'What it is called.' })
  name!: string

  @Field({ description: 'Whether it holds.' })
  met!: boolean

  @Field({ description: 'What to do where it does not hold, a sentence.' })
  todo!: string

  @Field(() => String, { nullable: true, description: 'The screen on which to do it; null: where live trading is switched on.' })
  link!: string | null
}

@ObjectType({ description: 'How large a trade on one index would be. Money in rupees.' })
export class LiveSize {
  @Field({ description: 'The index.' })
  instrument!: string

  @Field(() => Int, { description: 'Units of one lot of its next expiry.' })
  lotSize!: number

  @Field(() => Int, { description: 'Units of all lots.' })
  units!: number

  @Field(() => Float, {
    nullable: true,
    description:
      'The premium of a trade in rupees, estimated by the last one of the subscription there; null where there is none, or it trades legs.',
  })
  premium!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'What such a trade loses at its stop, before charges, in rupees; null where the premium is not known.',
  })
  lossAtStop!: number | null
}

@ObjectType({ description: 'What live trading of a subscription takes, and what it would risk. Money in rupees.' })
export class LiveReadiness {
  @Field(() => ID, { description: 'The subscription.' })
  id!: string

  @Field({ description: 'Name of the strategy.' })
  name!: string

  @Field({ description: 'True: it trades on paper now.' })
  paperTrade!: boolean

  @Size(LIVE_GATES.length)
  @Field(() => [LiveGateState], { description: 'All gates, met and unmet. The confirmation of a subscription on paper is never met.' })
  gates!: LiveGateState[]

  @Field(() => Int, { description: 'Version of the risk text.' })
  riskTextVersion!: number

  @Size(20)
  @Field(() => [String], { description: 'The risk text to accept, a paragraph each.' })
  riskText!: string[]

  @Field(() => Int, { description: 'The version of the strategy it would trade by.' })
  version!: number

  @Field(() => Int, { description: 'Lots per trade; with lots chosen by risk the most.' })
  lots!: number

  @Field({ description: 'HH:MM in India, from when on it opens trades.' })
  windowStart!: string

  @Field({ description: 'HH:MM in India, until when.' })
  windowEnd!: string

  @Size(4)
  @Field(() => [LiveSize], { description: 'For each index it trades.' })
  sizes!: LiveSize[]

  @Field(() => Float, { nullable: true, description: 'To buy with at the broker, in rupees; null: not known.' })
  funds!: number | null

  @Field(() => Date, { nullable: true, description: 'When the broker was asked for it, in real time.' })
  fundsAt!: Date | null

  @Field(() => Float, { nullable: true, description: 'Loss of a market day in rupees at which live entries stop; null: no such limit.' })
  maxDailyLoss!: number | null

  @Field(() => Int, { description: 'Most live trades open at once, over all strategies.' })
  maxOpenTrades!: number
}
