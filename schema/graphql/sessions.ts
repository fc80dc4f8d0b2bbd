import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A sign-in on one device.' })
export class Session {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'What the device called itself at the sign-in.' })
  userAgent!: string

  @Field({ description: 'Network address of the sign-in.' })
  address!: string

  @Field({ description: 'When it began.' })
  createdAt!: Date

  @Field({ description: 'When it was last renewed by somebody who was there: at most 15 minutes before its last use.' })
  lastUsedAt!: Date

  @Field({ description: 'When it ends, however often it is renewed.' })
  expiresAt!: Date

  @Field({ description: 'When it ends unless it is used before: after 24 hours without use, and never later than `expiresAt`.' })
  endsAt!: Date

  @Field({ description: 'Whether it is the one that asks.' })
  current!: boolean
}
