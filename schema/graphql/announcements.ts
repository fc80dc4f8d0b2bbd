import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { AUDIENCES, type Audience } from '../announcements.ts'
import { enumOf } from './enumOf.ts'

export const AudienceEnum = enumOf(AUDIENCES)
registerEnumType(AudienceEnum, {
  name: 'Audience',
  description: 'Whom an announcement is for.',
  valuesConfig: {
    EVERYONE: { description: 'All who are signed in.' },
    USERS: { description: 'All but admins.' },
    ADMINS: { description: 'Admins alone.' },
    LIVE_TRADERS: { description: 'Those with a strategy that is switched on and trades live.' },
  },
})

@ObjectType({ description: 'What admins tell users in a banner. All times are real ones, in a sandbox too.' })
export class Announcement {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'What it says.' })
  text!: string

  @Field({ description: 'From when on it is shown.' })
  from!: Date

  @Field({ description: 'Until when it is shown.' })
  to!: Date

  @Field({ description: 'When it was last changed: one that is dismissed is shown again after that.' })
  updatedAt!: Date
}

@ObjectType({ description: 'An announcement as admins manage it.' })
export class ManagedAnnouncement extends Announcement {
  @Field(() => AudienceEnum, { description: 'Whom it is for.' })
  audience!: Audience

  @Field({ description: 'The name of the admin who last changed it.' })
  by!: string
}

@InputType({ description: 'An announcement as an admin writes it.' })
export class AnnouncementInput {
  @Field({ description: 'What it says, at most 500 characters.' })
  text!: string

  @Field({ description: 'From when on it is shown.' })
  from!: Date

  @Field({ description: 'Until when it is shown; after `from`.' })
  to!: Date

  @Field(() => AudienceEnum, { description: 'Whom it is for.' })
  audience!: Audience
}
