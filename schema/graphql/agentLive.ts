import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { AGENT_GATES, type EntryGate } from '../trading/agentGates.ts'
import { LIVE_GATES } from '../trading/liveGates.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'

const EntryGateEnum = enumOf([...AGENT_GATES, ...LIVE_GATES])
registerEnumType(EntryGateEnum, {
  name: 'EntryGate',
  description: 'Something that must hold for the agent to trade an index live.',
  valuesConfig: {
    AGENT_STEP: { description: 'Its ladder is at a step that trades live.' },
    AGENT_PROOF: { description: 'The gates next to the lookback of the user are open on the index.' },
    AGENT_RECORD: { description: "The user's own proven paper trades of the index with this lookback have earned enough." },
    INSTALLATION: { description: 'Whoever runs the installation allows live trading for the account.' },
    BROKER: { description: 'The account at the broker is connected for today.' },
    EMAIL: { description: 'The e-mail address is confirmed.' },
    TWO_FACTOR: { description: 'Two-factor sign-in is on.' },
    RISK_TEXT: { description: 'The risk text, as it is now, is accepted.' },
    LIMITS: { description: 'A daily loss limit and a maximum of open trades are chosen.' },
    CONFIRMATION: { description: 'The index is confirmed with its lots and the version of the model.' },
  } satisfies Record<EntryGate, { readonly description: string }>,
})

@ObjectType({ description: 'Something that live trading by the agent waits for.' })
export class AgentLiveGate {
  @Field(() => EntryGateEnum, { description: 'Which.' })
  gate!: EntryGate

  @Field({ description: 'What it is called.' })
  name!: string

  @Field({ description: 'What to do about it, a sentence.' })
  todo!: string

  @Field(() => String, { nullable: true, description: 'The screen on which to do it; null: none.' })
  link!: string | null
}

@ObjectType({ description: 'An index of the mandate, as to live trading.' })
export class AgentLiveIndex {
  @Field({ description: 'The index.' })
  index!: string

  @Size(15)
  @Field(() => [AgentLiveGate], { description: 'What live trading of it waits for; nothing live is sent before this is empty.' })
  unmetGates!: AgentLiveGate[]

  @Field({ description: 'What is typed to confirm it with the lots of the settings.' })
  word!: string

  @Field(() => Date, {
    nullable: true,
    description: 'When it was confirmed last, real time; null: it is not, or was for fewer lots or an earlier version.',
  })
  confirmedAt!: Date | null
}
