import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { DENIAL_REASONS, type DenialReason } from '../trading/denials.ts'
import { enumOf } from './enumOf.ts'
import { PageInfo } from './PageInfo.ts'
import type { SignalSide } from '../trading/SignalSide.ts'
import { SignalSideEnum } from './trades.ts'

export const DenialReasonEnum = enumOf(DENIAL_REASONS)
registerEnumType(DenialReasonEnum, {
  name: 'DenialReason',
  description: 'Why a signal was not taken; `Denial.text` says it with its numbers.',
  valuesConfig: {
    MODE_NOT_AVAILABLE: { description: 'Of old entries: the installation had no live trading.' },
    LIVE_GATES: { description: 'A gate of live trading does not hold.' },
    KILL_SWITCH: { description: 'A kill switch is pulled.' },
    OUTSIDE_WINDOW: { description: 'The candle closed outside the trading window.' },
    CALENDAR_UNKNOWN: { description: 'The trading calendar does not cover the day.' },
    SESSION_CLOSING: { description: 'Too close to the end of the session.' },
    MAX_TRADES_REACHED: { description: 'The trades of the day are used up.' },
    ALREADY_IN_TRADE: { description: 'A trade in this direction is open.' },
    CANDLE_LATE: { description: 'The candle had closed too long ago.' },
    FEED_STALE: { description: 'The last price of the index is too old.' },
    CLOCK_STEPPED: { description: 'The clock of the machine was just set.' },
    NO_CONTRACT: { description: 'No option is listed near the price.' },
    NO_QUOTE: { description: 'The option has no price yet.' },
    FREEZE_EXCEEDED: { description: 'More units than the exchange takes in one order.' },
    RISK_TOO_SMALL: { description: 'One lot would lose more at its stop than may be risked.' },
    ORDER_RATE: { description: 'Too many entries of the account in a minute or a day.' },
    MAX_OPEN_TRADES_REACHED: { description: 'As many trades are open as the account may have.' },
    DAILY_LOSS_REACHED: { description: 'The daily loss limit of the account is reached.' },
    FUNDS_SHORT: { description: 'Too little is free in the account for premium and charges.' },
    LEG_NOT_LISTED: { description: 'No option is listed for one of the legs.' },
    LEG_WITHOUT_QUOTE: { description: 'An option of one of the legs has no price yet.' },
    LEGS_COINCIDE: { description: 'Two legs would be the same option.' },
    MARGIN_SHORT: { description: 'Too little is free in the account for the estimated margin.' },
    AGENT_DRAWDOWN: { description: 'The agent has lost what it may lose in a day.' },
    AGENT_HALTED: { description: 'The agent has lost what it may lose, and is halted.' },
    CAPITAL_SHORT: { description: 'One lot costs more than the capital of the agent.' },
    AGENT_BARRED: { description: 'What was approved is not allowed to the agent any more.' },
    PROPOSAL_LATE: { description: 'What was approved was decided on too late.' },
    PRICE_MOVED: { description: 'What was approved costs another price by now.' },
    UNANSWERED: { description: 'The first live order waited for the word of its user in vain.' },
    OTHER_OPTIONS: { description: 'The rules would open other options by now than those that were approved.' },
  } satisfies Record<DenialReason, { readonly description: string }>,
})

@ObjectType({ description: 'A signal that a subscription of the user did not take.' })
export class Denial {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'When the candle that signalled closed, market time.' })
  time!: Date

  @Field({ description: 'Name of the strategy.' })
  strategy!: string

  @Field(() => ID, { description: 'Id of the strategy.' })
  strategyId!: string

  @Field({ description: 'The index it signalled on.' })
  index!: string

  @Field(() => SignalSideEnum, { description: 'Which way it signalled.' })
  side!: SignalSide

  @Field(() => DenialReasonEnum, { description: 'Why it was not taken.' })
  reason!: DenialReason

  @Field({ description: 'The same in a sentence, for example "Not taken: 5 of 5 trades used today."' })
  text!: string
}

@ObjectType({ description: 'A denial in a list.' })
export class DenialEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => Denial, { description: 'The denial.' })
  node!: Denial
}

@ObjectType({ description: 'Signals that were not taken.' })
export class DenialConnection {
  @Field(() => [DenialEdge], { description: 'The latest first.' })
  edges!: DenialEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}
