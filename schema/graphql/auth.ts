import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { ROLES, type Role as RoleName } from '../roles.ts'
import { BrokerCredentials } from './broker.ts'
import { enumOf } from './enumOf.ts'

export const Role = enumOf(ROLES)
export type Role = RoleName
registerEnumType(Role, {
  name: 'Role',
  description: 'What an account may do.',
  valuesConfig: {
    user: { description: 'Trades for itself.' },
    analyst: { description: 'Read-only: also reads the schema and figures over all users, and does not trade.' },
    admin: { description: 'Also manages strategies and the service.' },
  },
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

  @Field({ description: 'Whether the e-mail address is confirmed.' })
  emailVerified!: boolean

  @Field(() => String, { nullable: true, description: 'An address the user wants instead and has not confirmed yet.' })
  pendingEmail!: string | null

  @Field({ description: 'Whether signing in takes a code of an authenticator as well.' })
  twoFactor!: boolean

  @Field(() => BrokerCredentials, { description: 'Whether the account at the broker is connected.' })
  brokerCredentials!: BrokerCredentials
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

@ObjectType({
  description:
    'The answer to a right password: a sign-in (user, token and refreshToken), or with two-factor sign-in a challenge to be answered by `loginSecondFactor`.',
})
export class LoginPayload {
  @Field(() => User, { nullable: true, description: 'Who signed in.' })
  user?: User

  @Field(() => String, { nullable: true, description: 'As in TokenPayload.' })
  token?: string

  @Field(() => String, { nullable: true, description: 'As in TokenPayload.' })
  refreshToken?: string

  @Field(() => String, { nullable: true, description: 'Good for five minutes, with a code of the authenticator or a recovery code.' })
  challenge?: string
}

@InputType({ description: 'What a new account needs.' })
export class SignupInput {
  @Field({ description: 'Full name, 1–100 characters.' })
  name!: string

  @Field({ description: 'E-mail address; letter case does not matter.' })
  email!: string

  @Field({ description: '6–200 characters; not one of the most used passwords, nor words of trading alone, nor the own name or address.' })
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

@InputType({ description: 'The second step of a sign-in.' })
export class SecondFactorInput {
  @Field({ description: 'From `login`.' })
  challenge!: string

  @Field({ description: 'Six digits of the authenticator, or a recovery code.' })
  code!: string
}

@InputType({ description: 'Proof that the owner is at the device.' })
export class ReauthenticateInput {
  @Field({ description: 'The password of the account.' })
  password!: string

  @Field({ nullable: true, description: 'With two-factor sign-in: six digits of the authenticator, or a recovery code.' })
  code?: string
}

@InputType({ description: 'A new password in place of the old one.' })
export class ChangePasswordInput {
  @Field({ description: 'The old one.' })
  currentPassword!: string

  @Field({ description: 'As at the sign-up.' })
  newPassword!: string

  @Field(() => String, {
    nullable: true,
    description: 'Of the authenticator, or a recovery code: where two-factor sign-in is on, unless one was given within ten minutes.',
  })
  code?: string | null
}

@InputType({ description: 'A new password by a link that was mailed.' })
export class ResetPasswordInput {
  @Field({ description: 'From the link.' })
  token!: string

  @Field({ description: 'As at the sign-up.' })
  newPassword!: string
}

@InputType({ description: 'Changes to the own profile; what is left out stays.' })
export class ProfileInput {
  @Field({ nullable: true, description: 'Full name, 1–100 characters.' })
  name?: string

  @Field({ nullable: true, description: 'A new address takes the place of the old one once it is confirmed.' })
  email?: string

  @Field({ nullable: true, description: 'NIFTY, BANKNIFTY, SENSEX or MIDCAP.' })
  tradingIndex?: string
}
