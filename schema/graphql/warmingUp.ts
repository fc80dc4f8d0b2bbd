import { Field, Int, ObjectType } from 'type-graphql'

@ObjectType({
  description: 'Why a strategy does not signal yet: on one of its indices there is too little history for what its rules compare.',
})
export class WarmingUp {
  @Field(() => Int, { description: 'Sessions of history that are there, of the index that lacks most.' })
  sessions!: number

  @Field(() => Int, { description: 'Sessions of history that its rules need.' })
  sessionsNeeded!: number

  @Field(() => Date, {
    nullable: true,
    description:
      'Real time at which the history will be there, about; null when that cannot be said: what is missing has still to be traded.',
  })
  readyAt!: Date | null
}
