import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'

@InputType({ description: 'Stop and target of an open leg, each the premium in rupees at which it is closed.' })
export class LegLevelsInput {
  @Field(() => ID, { description: 'The leg.' })
  legId!: string

  @Field(() => Float, { nullable: true, description: 'Premium in rupees, a multiple of its price step; left out or null, the stop stays.' })
  stop?: number | null

  @Field(() => Float, { nullable: true, description: 'Premium in rupees of the target; the same.' })
  target?: number | null
}

@ObjectType({ description: 'Stop or target of a leg as its owner has asked for it. Premiums in rupees, times are real ones.' })
export class LevelChange {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field(() => ID, { description: 'The leg.' })
  legId!: string

  @Field(() => Float, { nullable: true, description: 'The stop that was asked for, in rupees; null: it stays.' })
  stop!: number | null

  @Field(() => Float, { nullable: true, description: 'The target that was asked for, in rupees; null: it stays.' })
  target!: number | null

  @Field(() => Float, { nullable: true, description: 'The stop before, in rupees; null: it had none, or this is not set yet.' })
  stopBefore!: number | null

  @Field(() => Float, { nullable: true, description: 'The target before, in rupees; null likewise.' })
  targetBefore!: number | null

  @Field({ description: 'When it was asked for.' })
  requestedAt!: Date

  @Field(() => Date, { nullable: true, description: 'When the engine set it; null: it has not yet, or the leg was closed before.' })
  setAt!: Date | null
}
