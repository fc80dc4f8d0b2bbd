import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { TradeMode } from '../TradeMode.ts'
import { LIMITS } from '../limits.ts'
import type { TradeStatus } from '../trading/TradeStatus.ts'
import { USER_SORTS, USER_STATES, type UserSort, type UserState } from '../userLists.ts'
import { Role } from './auth.ts'
import { BrokerCredentials } from './broker.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import { Session } from './sessions.ts'
import { COUNTED, Size } from './size.ts'
import { TradeModeEnum, TradeStatusEnum } from './trades.ts'

const UserStateEnum = enumOf(USER_STATES)
registerEnumType(UserStateEnum, {
  name: 'UserState',
  description: 'How accounts are.',
  valuesConfig: {
    ACTIVE: { description: 'Neither of the others.' },
    SUSPENDED: { description: 'Nobody may sign in.' },
    UNCONFIRMED: { description: 'The e-mail address is not confirmed.' },
  } satisfies Record<UserState, { readonly description: string }>,
})

const UserSortEnum = enumOf(USER_SORTS)
registerEnumType(UserSortEnum, {
  name: 'UserSort',
  description: 'What lists of accounts are sorted by.',
  valuesConfig: {
    JOINED: { description: 'When they joined.' },
    NAME: { description: 'Their names.' },
    LAST_SEEN: { description: 'When they were last seen.' },
    OPEN_TRADES: { description: 'How many trades they have open.' },
    TODAY: { description: 'What they made on the market day, on paper or live: the worse of the two.' },
  } satisfies Record<UserSort, { readonly description: string }>,
})

@ObjectType({ description: 'An account as admins see it.' })
export class ManagedUser {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Full name.' })
  name!: string

  @Field({ description: 'E-mail address in lower case.' })
  email!: string

  @Field(() => Role, { description: 'What the account may do.' })
  role!: Role

  @Field({ description: 'When the account was made.' })
  createdAt!: Date

  @Field({ description: 'Whether the e-mail address is confirmed.' })
  emailVerified!: boolean

  @Field({ description: 'Whether signing in takes a code of an authenticator as well.' })
  twoFactor!: boolean

  @Field(() => Date, { nullable: true, description: 'Since when nobody may sign in; null: its owner may.' })
  suspendedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When a session of it was last used; null: there has been none.' })
  lastSeenAt!: Date | null

  @Field(() => Int, { description: 'Trades that are open, on paper and live.' })
  runningTrades!: number

  @Field(() => Int, { description: 'Of those the ones on paper.' })
  runningPaperTrades!: number

  @Field(() => Int, { description: 'Of those the live ones.' })
  runningLiveTrades!: number

  @Field(() => Float, {
    nullable: true,
    description:
      'What the trades on paper that closed on the market day left after charges, in rupees; null: there are none, or none is known.',
  })
  todayPaperNet!: number | null

  @Field(() => Float, { nullable: true, description: 'The same of live trades, in rupees.' })
  todayLiveNet!: number | null

  @Field({
    description: 'When anything of the account itself was last changed: goes with every change, which is refused once it is another.',
  })
  updatedAt!: Date
}

@ObjectType({ description: 'An account in a list.' })
export class ManagedUserEdge {
  @Field({ description: '`after` of what follows.' })
  cursor!: string

  @Field(() => ManagedUser, { description: 'The account.' })
  node!: ManagedUser
}

@ObjectType({ description: 'Accounts, the newest first unless sorted otherwise.' })
export class ManagedUserConnection {
  @Size(COUNTED)
  @Field(() => [ManagedUserEdge], { description: 'One page.' })
  edges!: ManagedUserEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo

  @Field(() => Int, { description: 'How many match, on all pages.' })
  total!: number
}

@ObjectType({ description: "A user's subscription, as admins see it." })
export class ManagedSubscription {
  @Field(() => ID, { description: 'Of the subscription.' })
  id!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => Int, { description: 'The version it trades by.' })
  version!: number

  @Field({ description: 'Whether it opens trades.' })
  isActive!: boolean

  @Field(() => TradeModeEnum, { description: 'Paper or live.' })
  mode!: TradeMode

  @Field(() => Int, { nullable: true, description: "Lots that its user chose; null: the strategy's." })
  lots!: number | null
}

@ObjectType({ description: "A user's trade, as admins see it." })
export class ManagedTrade {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: "The option's trading symbol; of several legs those of all." })
  option!: string

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => TradeModeEnum, { description: 'Paper or live.' })
  mode!: TradeMode

  @Field(() => TradeStatusEnum, { description: 'RUNNING, or how it closed.' })
  status!: TradeStatus

  @Field({ description: 'When the entry was filled, in market time.' })
  entryTime!: Date

  @Field(() => Float, {
    nullable: true,
    description:
      'Net profit or loss in rupees; of a running trade what would be left if it were closed at its last price, null while that is not known.',
  })
  netProfitLossRs!: number | null
}

@ObjectType({ description: 'What an admin, or the command line, did to an account.' })
export class UserAct {
  @Field(() => Int, { description: "Its number in the account's audit log." })
  sequence!: number

  @Field({ description: 'When.' })
  at!: Date

  @Field({ description: 'What, in words.' })
  text!: string

  @Field({ description: 'Name of the admin, or `command line`.' })
  by!: string

  @Field(() => String, { nullable: true, description: 'The reason given; null: there is none.' })
  reason!: string | null
}

@ObjectType({ description: 'The emergency stop of one account.' })
export class AccountStop {
  @Field(() => ID, { description: 'Of the stop: what came of squaring off is asked for by it.' })
  id!: string

  @Field({ description: 'Whether open trades are closed too.' })
  squareOff!: boolean

  @Field({ description: 'Why.' })
  reason!: string

  @Field({ description: 'Since when, real time.' })
  since!: Date

  @Field({ description: 'Whether its owner pulled it, and lifts it; else an admin does.' })
  byOwner!: boolean

  @Field({ description: 'Whether its owner has stopped the account as well: that stays when an admin lifts the stop.' })
  ownerToo!: boolean
}

@ObjectType({ description: 'All that admins see of one account: never a secret of it, nor one of its broker.' })
export class ManagedUserDetails extends ManagedUser {
  @Field(() => String, { nullable: true, description: 'An address the user wants instead and has not confirmed yet.' })
  pendingEmail!: string | null

  @Field(() => BrokerCredentials, { description: 'Whether the account at the broker is connected.' })
  brokerCredentials!: BrokerCredentials

  @Field(() => Float, { description: 'What the paper account began with, in rupees.' })
  paperFunds!: number

  @Field(() => Float, { nullable: true, description: 'Loss of a market day at which entries stop, in rupees; null: no such limit.' })
  maxDailyLoss!: number | null

  @Field({ description: 'Whether open trades are closed too at that loss.' })
  squareOffAtDailyLoss!: boolean

  @Field(() => Int, { description: 'Most trades open at once.' })
  maxOpenTrades!: number

  @Size(50)
  @Field(() => [Session], { description: 'Where its owner is signed in, the last used first.' })
  sessions!: Session[]

  @Size(100)
  @Field(() => [ManagedSubscription], { description: 'What it is subscribed to, by name.' })
  subscriptions!: ManagedSubscription[]

  @Field(() => AccountStop, { nullable: true, description: 'What stops its entries, of those that stop this account only; null: nothing.' })
  stop!: AccountStop | null

  @Field(() => Int, { description: 'Trades that have closed.' })
  closedTrades!: number

  @Size(LIMITS.managedUsers.trades)
  @Field(() => [ManagedTrade], { description: 'The latest twenty.' })
  trades!: ManagedTrade[]

  @Size(LIMITS.managedUsers.acts)
  @Field(() => [UserAct], { description: 'The latest twenty, the last one first.' })
  acts!: UserAct[]
}

@InputType({ description: 'Which accounts.' })
export class ManagedUsersInput {
  @Field(() => String, { nullable: true, description: 'Part of the e-mail address or of the name, at most 100 characters.' })
  search?: string | null

  @Field(() => Role, { nullable: true, description: 'Those of a role.' })
  role?: Role | null

  @Field(() => UserStateEnum, { nullable: true, description: 'Those in a state.' })
  state?: UserState | null

  @Field(() => Boolean, { nullable: true, description: 'Those with two-factor sign-in, or without.' })
  twoFactor?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Those that have a strategy active live or a live trade open, or neither.' })
  live?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Those that are connected to their broker now, or not.' })
  broker?: boolean | null

  @Field(() => UserSortEnum, { nullable: true, description: 'Sorted by; JOINED when left out.' })
  sort?: UserSort | null

  @Field(() => Boolean, { nullable: true, description: 'The last, most or latest first: true when left out.' })
  descending?: boolean | null

  @Field(() => Int, { nullable: true, description: 'Accounts on the page, 1–200; 50 when left out.' })
  first?: number | null

  @Field(() => ID, { nullable: true, description: '`endCursor` of the page before; the first page when left out.' })
  after?: string | null
}

@InputType({ description: 'An act on an account.' })
export class UserActInput {
  @Field(() => ID, { description: 'The account.' })
  id!: string

  @Field({ description: 'Why, 1–200 characters: its owner reads it, and it is in the audit log.' })
  reason!: string
}

@InputType({ description: 'A change of an account.' })
export class UserChangeInput extends UserActInput {
  @Field({ description: 'Of the account as it was looked at.' })
  updatedAt!: Date
}

@InputType({ description: "A change of an account's role." })
export class UserRoleInput extends UserChangeInput {
  @Field(() => Role, { description: 'The new one.' })
  role!: Role
}
