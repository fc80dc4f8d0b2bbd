import { GraphQLJSONObject } from 'graphql-scalars'
import { Field, ID, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Something that happened to an account.' })
export class AuditEntry {
  @Field(() => Int, { description: '1, 2, 3 … for each account.' })
  sequence!: number

  @Field({ description: 'When.' })
  at!: Date

  @Field({ description: 'What, as a stable name, for example PASSWORD_CHANGED.' })
  action!: string

  @Field({ description: 'What, in words.' })
  text!: string

  @Field({ description: '`owner`, or who else did it.' })
  actor!: string

  @Field(() => String, { nullable: true, description: 'Network address of the request, when there was one.' })
  address!: string | null

  @Field(() => String, { nullable: true, description: 'What the device called itself.' })
  userAgent!: string | null

  @Field(() => ID, { nullable: true, description: 'The session it happened in or to.' })
  sessionId!: string | null

  @Field(() => GraphQLJSONObject, { description: 'Further facts; never a secret.' })
  details!: object
}

@ObjectType({ description: 'A page of the audit log.' })
export class AuditLog {
  @Field(() => [AuditEntry], { description: 'The latest first.' })
  entries!: AuditEntry[]

  @Field(() => Int, { nullable: true, description: 'The `before` of the next page; null on the last one.' })
  next!: number | null
}
