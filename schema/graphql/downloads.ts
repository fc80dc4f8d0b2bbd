import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Where a file can be fetched.' })
export class Download {
  @Field({
    description:
      'Path on this server, to be opened with GET and without a token: whoever has it, and the device cookie that asked, may fetch the file, once. The file is of the moment it is fetched.',
  })
  address!: string

  @Field({ description: 'Until when, and no longer than the session that asked lives; a minute.' })
  expiresAt!: Date
}
