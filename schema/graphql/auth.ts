import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'

export const Role = { user: 'user', admin: 'admin' } as const
export type Role = (typeof Role)[keyof typeof Role]
registerEnumType(Role, {
  name: 'Role',
  description: 'What an account may do.',
  valuesConfig: { user: { description: 'Trades for itself.' }, admin: { description: 'Also manages strategies and the service.' } },
})

@ObjectType({ description: 'An account, as its owner sees it.' })
export class User {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Full name.' })
  name!: string

  @Field({ description: 'E-mail address in lower case.' })
  email!: string

  @Field(() => Role, { description: 'What the account may do.' })
  role!: Role

  @Field({ description: 'The index the user follows first, for example NIFTY.' })
  tradingIndex!: string

  @Field({ description: 'When the account was made.' })
  createdAt!: Date
}

@ObjectType({ description: 'A pair of tokens.' })
export class TokenPayload {
  @Field({ description: 'Access token (JWT), valid for 15 minutes; sent as `Authorization: Bearer …`.' })
  token!: string

  @Field({ description: 'Good for one refresh; the sign-in as a whole ends after 7 days.' })
  refreshToken!: string
}

@ObjectType({ description: 'A fresh sign-in: the account and its tokens.' })
export class AuthPayload extends TokenPayload {
  @Field(() => User, { description: 'Who signed in.' })
  user!: User
}

@InputType({ description: 'What a new account needs.' })
export class SignupInput {
  @Field({ description: 'Full name, 1–100 characters.' })
  name!: string

  @Field({ description: 'E-mail address; letter case does not matter.' })
  email!: string

  @Field({ description: '6–200 characters.' })
  password!: string

  @Field({ description: 'The same password again.' })
  confirmPassword!: string
}

@InputType({ description: 'Credentials of an account.' })
export class LoginInput {
  @Field({ description: 'E-mail address; letter case does not matter.' })
  email!: string

  @Field({ description: 'The password of the account.' })
  password!: string
}
