import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Where a page of a connection lies.' })
export class PageInfo {
  @Field({ description: 'Whether there is more after it.' })
  hasNextPage!: boolean

  @Field({ description: 'Whether it began after a cursor.' })
  hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Of its first node; null when it is empty.' })
  startCursor!: string | null

  @Field(() => String, { nullable: true, description: 'Of its last node: `after` of the next page; null when it is empty.' })
  endCursor!: string | null
}
