import { Field, Float, ObjectType } from 'type-graphql'

@ObjectType({ description: 'How far the record behind an analysis of the AI trading agent was from proof when the analysis was made.' })
export class AgentStanding {
  @Field(() => Float, {
    description:
      'What a stake of 1 had become by the record; between two lookbacks of the grid, of the one that was farther from an open gate.',
  })
  evidence!: number

  @Field(() => Float, { description: 'What a stake of 1 has to become to open the gate.' })
  threshold!: number

  @Field({ description: 'Whether the gates of all keys that decide were open.' })
  open!: boolean

  @Field(() => Float, {
    nullable: true,
    description: 'Mean net result of buying both sides at every scan, a share of what was paid; null: not known.',
  })
  control!: number | null

  @Field({
    description: 'The same in words: "Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade."',
  })
  text!: string
}
