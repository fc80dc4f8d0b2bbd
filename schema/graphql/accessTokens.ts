import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { TokenScope as Scope } from '../tokenScopes.ts'
import { TOKEN_SCOPES } from '../tokenScopes.ts'
import { Size } from './size.ts'

export const TokenScope = {
  READ_MARKET: 'read:market',
  READ_OWN: 'read:own',
  READ_AGGREGATES: 'read:aggregates',
  READ_ALL_ANONYMOUS: 'read:all-anonymous',
} as const satisfies Record<string, Scope>
registerEnumType(TokenScope, {
  name: 'TokenScope',
  description: 'What a personal access token may read.',
  valuesConfig: {
    READ_MARKET: { description: '`read:market`: candles, prices and the research agent’s analyses.' },
    READ_OWN: { description: '`read:own`: the trades, signals, reports and account of its owner.' },
    READ_AGGREGATES: {
      description: '`read:aggregates`: figures over all users, where at least 20 of them have a part in each; for analysts and admins.',
    },
    READ_ALL_ANONYMOUS: {
      description: '`read:all-anonymous`: the trades of all users, without who made them; for admins with two-factor sign-in.',
    },
  },
})

@ObjectType({ description: 'A personal access token: it reads by its scopes, without a session, and changes nothing.' })
export class AccessToken {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'As its owner named it.' })
  name!: string

  @Size(TOKEN_SCOPES.length)
  @Field(() => [TokenScope], { description: 'What it was made for; what the owner’s role does not allow any more, it does not read.' })
  scopes!: Scope[]

  @Field({ description: 'The last four characters of its text.' })
  hint!: string

  @Field({ description: 'When it was made.' })
  createdAt!: Date

  @Field({ description: 'From when on it is refused.' })
  expiresAt!: Date

  @Field(() => Date, { nullable: true, description: 'When it was last used, to the minute; null: never.' })
  lastUsedAt!: Date | null

  @Field({ description: 'Whether it is refused by now.' })
  expired!: boolean
}

@ObjectType({ description: 'A new token with its text.' })
export class NewAccessToken {
  @Field({ description: 'What to send as `Authorization: Bearer …`; shown this once and kept nowhere.' })
  text!: string

  @Field(() => AccessToken, { description: 'The token, as it is listed from now on.' })
  token!: AccessToken
}

@InputType({ description: 'A personal access token to make.' })
export class AccessTokenInput {
  @Field({ description: 'What to call it, 1–60 characters.' })
  name!: string

  @Field(() => [TokenScope], { description: 'What it may read, at least one.' })
  scopes!: Scope[]

  @Field(() => Int, { description: 'After how many days it expires, 1–365.' })
  days!: number
}
