import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { READINESS_STATES, READINESS_SUBJECTS, type ReadinessState, type ReadinessSubject } from '../brokerReadiness.ts'
import { LEAVE_WORD, OPEN_KINDS, type OpenKind } from '../openAtBroker.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'
import { LegSideEnum } from './trades.ts'

/** Of the argument by which a user leaves what is open. */
export const LEAVING = `${LEAVE_WORD}: live trades and orders that are open at the account connected before are left there, and Sakha can no longer close them. Without it nothing is done while any is open.`

const OpenKindEnum = enumOf(OPEN_KINDS)
registerEnumType(OpenKindEnum, {
  name: 'OpenKind',
  description: 'What is open at the broker.',
  valuesConfig: {
    TRADE: { description: 'An option of a running live trade.' },
    ORDER: { description: 'A live order that may still open one.' },
  } satisfies Record<OpenKind, { readonly description: string }>,
})

const ReadinessSubjectEnum = enumOf(READINESS_SUBJECTS)
registerEnumType(ReadinessSubjectEnum, {
  name: 'ReadinessSubject',
  description: 'What is looked at before the open.',
  valuesConfig: {
    TOKEN: { description: 'Whether the broker takes the session.' },
    FEED: { description: 'Whether prices come.' },
    FUNDS: { description: 'What there is to trade with.' },
    ADDRESS: { description: 'Whether orders leave from the address that is registered at the broker.' },
    CLOCK: { description: "Whether the server's clock agrees with the broker's." },
    CONTRACTS: { description: "Whether the day's contracts are known." },
    HOLIDAYS: { description: "Whether the day's year is in the calendar." },
  },
})

export const ReadinessStateEnum = enumOf(READINESS_STATES)
registerEnumType(ReadinessStateEnum, {
  name: 'ReadinessState',
  description: 'How something stands before the open.',
  valuesConfig: {
    READY: { description: 'It is as it must be.' },
    ATTENTION: { description: 'A person must act.' },
    UNKNOWN: { description: 'Nothing was found for or against it.' },
  },
})

@ObjectType({ description: 'Something that must be right before the open.' })
export class ReadinessItem {
  @Field(() => ReadinessSubjectEnum, { description: 'What it is about.' })
  subject!: ReadinessSubject

  @Field(() => ReadinessStateEnum, { description: 'How it stands.' })
  state!: ReadinessState

  @Field({ description: 'What was found, or what to do.' })
  text!: string
}

@ObjectType({ description: 'Whether an account at the broker is ready for the open.' })
export class BrokerReadiness {
  @Field({ description: 'When the engine looked.' })
  checkedAt!: Date

  @Size(20)
  @Field(() => [ReadinessItem], { description: 'Every subject, always in the same order.' })
  items!: ReadinessItem[]
}

@ObjectType({ description: "What the product shows of a user's account at the broker; never a secret." })
export class BrokerCredentials {
  @Field({ description: 'Whether it is signed in now.' })
  isConnected!: boolean

  @Field(() => Date, { nullable: true, description: 'Last sign-in or renewal; null before the first.' })
  lastRefreshed!: Date | null

  @Field({ description: 'The broker.' })
  brokerName!: string
}

@ObjectType({ description: "The signed-in user's account at the broker; never a secret." })
export class BrokerStatus extends BrokerCredentials {
  @Field(() => String, { nullable: true, description: 'The last two characters of the client code; null without an account.' })
  clientCodeEnding!: string | null

  @Field(() => Date, { nullable: true, description: 'When its tokens end; null while it is not connected.' })
  validUntil!: Date | null

  @Field({ description: 'Whether a refresh is recommended: the last one is missing or over an hour old.' })
  refreshRecommended!: boolean

  @Field({ description: 'Whether PIN and TOTP secret are kept, so that it signs in by itself before the market opens.' })
  signsInByItself!: boolean

  @Field(() => String, { nullable: true, description: 'Why the last sign-in failed.' })
  problem!: string | null

  @Field(() => BrokerReadiness, { nullable: true, description: 'Whether it is ready for the open; null until the engine has looked.' })
  readiness!: BrokerReadiness | null
}

@ObjectType({ description: "A live trade's option or a live order that is open at the broker." })
export class OpenAtBroker {
  @Field(() => OpenKindEnum, { description: 'Which of the two.' })
  kind!: OpenKind

  @Field({ description: "The option's trading symbol." })
  option!: string

  @Field(() => LegSideEnum, { description: 'How it was opened, or is being opened.' })
  side!: OrderSide

  @Field(() => Int, { description: 'Units that are open.' })
  units!: number
}

@ObjectType({ description: "Where the broker's login begins." })
export class BrokerLoginStart {
  @Field({ description: 'Path on this server, to be opened in the browser within a minute. It works once.' })
  path!: string
}

@InputType({ description: "A sign-in at the broker without the broker's page." })
export class BrokerSignInInput {
  @Field({ description: "The broker's client code." })
  clientCode!: string

  @Field({ description: 'Four digits.' })
  pin!: string

  @Field({ description: 'The TOTP secret in base32, as the broker shows it under its QR code.' })
  totpSecret!: string

  @Field({
    description: 'Whether PIN and TOTP secret are kept, sealed, for signing in every morning. That gives up a part of their protection.',
  })
  keep!: boolean

  @Field(() => String, { nullable: true, description: LEAVING })
  leaving?: string | null
}

@ObjectType({ description: 'The last price of an instrument.' })
export class LastPrice {
  @Field({ description: "The broker's token of the instrument." })
  token!: string

  @Field({ description: 'Trading symbol.' })
  symbol!: string

  @Field(() => Float, { description: 'In rupees.' })
  ltp!: number

  @Field({ description: "The exchange's time." })
  at!: Date
}

@ObjectType({ description: "The installation's account at the broker, which feeds the market data; never a secret." })
export class AdminBrokerStatus {
  @Field({ description: 'Whether it is signed in now.' })
  isConnected!: boolean

  @Field({ description: 'Whether client id, PIN and TOTP secret are kept.' })
  isConfigured!: boolean

  @Field(() => Date, { nullable: true, description: 'Last sign-in or renewal; null before the first.' })
  lastRefreshed!: Date | null

  @Field(() => String, { nullable: true, description: 'The last two characters of the client id; null before it is configured.' })
  clientIdEnding!: string | null

  @Field(() => String, { nullable: true, description: 'Why the last sign-in failed.' })
  problem!: string | null
}

@InputType({ description: 'What signs the installation in at the broker.' })
export class AdminBrokerInput {
  @Field({ description: "The broker's client code." })
  clientId!: string

  @Field({ description: 'The TOTP secret in base32.' })
  totpSecret!: string

  @Field({ description: 'The PIN of four digits.' })
  password!: string
}
