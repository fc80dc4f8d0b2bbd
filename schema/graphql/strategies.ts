import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { LIMITS, RULE_LIMITS } from '../limits.ts'
import type { Interval } from '../market/candles.ts'
import { INDEX_SYMBOLS } from '../market/indices.ts'
import type { LiveGate } from '../trading/liveGates.ts'
import type { TradeMode } from '../TradeMode.ts'
import { LiveGateEnum } from './liveTrading.ts'
import { CandleInterval } from './market.ts'
import { Size } from './size.ts'
import { TradeModeEnum } from './trades.ts'
import { WarmingUp } from './warmingUp.ts'
import { LIVE_GATES } from '../trading/liveGates.ts'

@ObjectType({ description: 'A daily trading window, India time.' })
export class TimeWindow {
  @Field({ description: 'HH:MM, first minute of trading.' })
  start!: string

  @Field({ description: 'HH:MM, when open trades are closed.' })
  end!: string
}

@ObjectType({
  description:
    "How closed trades went: of a strategy its record on paper, of one lot and one trade for each signal, as last counted; of a user's own strategy that user's trades.",
})
export class Performance {
  @Field(() => TradeModeEnum, { description: 'Paper or live: they are never added up.' })
  mode!: TradeMode

  @Field(() => Int, { description: 'Closed trades.' })
  totalTrades!: number

  @Field(() => Int, { description: 'Those of them whose result is known.' })
  knownTrades!: number

  @Field(() => Int, {
    description: "How many of these gained: of a user's own after charges, of a strategy's record before charges.",
  })
  profitableTrades!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Per cent of those with a known result that gained, as above, one decimal; null when there are none.',
  })
  winRate!: number | null

  @Field(() => Float, { description: 'Gross profit or loss of closed trades in rupees.' })
  totalPnL!: number

  @Field(() => Float, { description: 'The same after charges, in rupees.' })
  totalNet!: number
}

@ObjectType({ description: 'A public strategy, as everyone may see it.' })
export class Strategy {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Name on the card.' })
  name!: string

  @Field({ description: 'What it does, in a sentence or two.' })
  description!: string

  @Field(() => Int, { description: 'Its newest version, which new subscriptions trade by.' })
  version!: number

  @Field({ description: 'Since when that version is there.' })
  versionAt!: Date

  @Field({ description: 'The template its rules came from, or `custom`.' })
  type!: string

  @Field({ description: 'Kind of strategy, for example Trend.' })
  category!: string

  @Field(() => CandleInterval, { description: 'Length of the candles its rules look at.' })
  interval!: Interval

  @Field(() => String, {
    nullable: true,
    description: 'When it goes long (buys a call, or opens its legs), in plain English; null when it never does.',
  })
  longRule!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When it goes short (buys a put, or opens its legs), in plain English; null when it never does.',
  })
  shortRule!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When it opens its legs without a view of the direction, in plain English: `at 09:20`; null when it never does.',
  })
  enterRule!: string | null

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [String], {
    description: 'The position it opens, a sentence for each leg and each limit of the whole, of one lot; empty where it buys one option.',
  })
  legs!: string[]

  @Field({ description: 'Whether it is being run.' })
  isActive!: boolean

  @Field({ description: 'Whether everyone may subscribe.' })
  isPublic!: boolean

  @Field(() => Date, { nullable: true, description: 'When it was deleted; null while it is there.' })
  archivedAt!: Date | null

  @Field(() => TimeWindow, { description: 'When it trades.' })
  timeWindow!: TimeWindow

  @Field(() => Int, { description: 'Most trades a day.' })
  maxTrades!: number

  @Field(() => Float, { description: 'Rupees at risk in one trade.' })
  riskPerTrade!: number

  @Field(() => Float, { description: 'Stop loss in per cent of the entry premium; of no effect where there are legs.' })
  stopLoss!: number

  @Field(() => Float, { description: 'Take profit in per cent of the entry premium; of no effect where there are legs.' })
  takeProfit!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Trailing stop in per cent below the highest premium; null: the stop does not trail. Of no effect where there are legs.',
  })
  trailingStop!: number | null

  @Field(() => Int, { description: 'Lots per trade.' })
  quantity!: number

  @Size(INDEX_SYMBOLS.length)
  @Field(() => [String], { description: 'Indices it trades, for example NIFTY.' })
  instruments!: string[]

  @Field({ description: 'Whether subscriptions start on paper.' })
  paperTrade!: boolean

  @Field(() => Performance, { description: "Over all users' closed trades." })
  performance!: Performance

  @Field({ description: 'Whether the signed-in user is subscribed.' })
  subscribed!: boolean
}

export const LevelUnit = { PERCENT: 'PERCENT', RUPEES: 'RUPEES' } as const
export type LevelUnit = (typeof LevelUnit)[keyof typeof LevelUnit]
registerEnumType(LevelUnit, {
  name: 'LevelUnit',
  description: 'What a stop loss or take profit is measured in.',
  valuesConfig: {
    PERCENT: { description: 'Per cent of the entry premium.' },
    RUPEES: { description: "Rupees of the whole trade's gross profit or loss." },
  },
})

@ObjectType({ description: 'A stop loss or take profit.' })
export class Level {
  @Field(() => LevelUnit, { description: 'What it is measured in.' })
  unit!: LevelUnit

  @Field(() => Float, { description: 'How far from the entry, in `unit`: per cent or rupees.' })
  value!: number
}

@ObjectType({ description: "A user's own trading window, India time; null where the strategy's holds." })
export class CustomTimeWindow {
  @Field(() => String, { nullable: true, description: 'HH:MM, first minute of trading.' })
  start!: string | null

  @Field(() => String, { nullable: true, description: 'HH:MM, when open trades are closed.' })
  end!: string | null
}

@ObjectType({ description: "A user's own settings of a strategy; null, or no instruments, where the strategy's hold." })
export class CustomSettings {
  @Field(() => CustomTimeWindow, { description: 'When to trade.' })
  timeWindow!: CustomTimeWindow

  @Field(() => Int, { nullable: true, description: 'Most trades a day.' })
  maxTrades!: number | null

  @Field(() => Float, { nullable: true, description: 'What one lot may lose at its stop, in per cent of the paper funds.' })
  riskPerTrade!: number | null

  @Field(() => Float, { nullable: true, description: 'Stop loss of the whole trade, in rupees.' })
  stopLoss!: number | null

  @Field(() => Float, { nullable: true, description: 'Take profit of the whole trade, in rupees.' })
  takeProfit!: number | null

  @Field(() => Int, { nullable: true, description: 'Lots per trade.' })
  quantity!: number | null

  @Size(INDEX_SYMBOLS.length)
  @Field(() => [String], { description: 'Indices to trade.' })
  instruments!: string[]
}

@InputType({
  description:
    "A daily trading window, India time. In a subscription's settings an end that is left out stays as it is; null is the strategy's own.",
})
export class TimeWindowInput {
  @Field(() => String, { nullable: true, description: 'HH:MM, from 09:15.' })
  start?: string | null

  @Field(() => String, { nullable: true, description: 'HH:MM, up to 15:30, after the start.' })
  end?: string | null
}

@InputType({
  description:
    "Changes to a user's own settings of a strategy: what is left out stays as it is; null, or no instruments, goes back to the strategy's.",
})
export class SubscriptionSettingsInput {
  @Field(() => TimeWindowInput, { nullable: true, description: 'When to trade.' })
  timeWindow?: TimeWindowInput | null

  @Field(() => Int, { nullable: true, description: 'Most trades a day, 1–50.' })
  maxTrades?: number | null

  @Field(() => Float, { nullable: true, description: 'What one lot may lose at its stop, 0.1–10 per cent of the paper funds.' })
  riskPerTrade?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a trade has as many lots, up to the quantity, as lose no more at the stop than the risk per trade; true is refused where the strategy has legs.',
  })
  sizeByRisk?: boolean | null

  @Field(() => Float, {
    nullable: true,
    description: 'Stop loss of the whole trade, 100–10,00,000 rupees; refused where the strategy has legs.',
  })
  stopLoss?: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Take profit of the whole trade, 100–10,00,000 rupees; refused where the strategy has legs.',
  })
  takeProfit?: number | null

  @Field(() => Int, { nullable: true, description: 'Lots per trade, 1–50.' })
  quantity?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False: real orders, which takes all gates and the confirmation; FORBIDDEN names every gate that is unmet. True takes nothing.',
  })
  paperTrade?: boolean | null

  @Field(() => String, {
    nullable: true,
    description:
      'LIVE, to switch to live, with `paperTrade: false`; BAD_USER_INPUT without it. A subscription that is live already is confirmed again by both, with its version, lots, instruments and window.',
  })
  confirmation?: string | null

  @Field(() => [String], { nullable: true, description: 'Of NIFTY, SENSEX, BANKNIFTY and MIDCAP.' })
  instruments?: string[] | null
}

@ObjectType({ description: "A strategy of the signed-in user; performance counts the user's own closed trades." })
export class UserStrategy {
  @Field(() => ID, { description: 'Of the subscription; this is what unsubscribing takes.' })
  id!: string

  @Field(() => ID, { description: 'Of the strategy subscribed to.' })
  strategyId!: string

  @Field({ description: 'Name of the strategy.' })
  name!: string

  @Field({ description: 'The template its rules came from, or `custom`.' })
  type!: string

  @Field({ description: 'What the strategy does.' })
  description!: string

  @Field(() => Int, { description: 'The version it trades by: its rules and settings do not change until the user moves on.' })
  version!: number

  @Field(() => Int, { nullable: true, description: 'The newest version, when that is another one: `moveToVersion` changes to it.' })
  newerVersion!: number | null

  @Field({ description: 'Whether new trades may be opened.' })
  isActive!: boolean

  @Field({ description: 'True: paper money. False: real orders.' })
  paperTrade!: boolean

  @Size(LIVE_GATES.length)
  @Field(() => [LiveGateEnum], {
    description: 'What it lacks to trade live: while there is anything, a live one opens no trades. Empty on paper.',
  })
  unmetGates!: LiveGate[]

  @Field(() => Performance, { description: "Of the user's own closed trades under this strategy." })
  performance!: Performance

  @Size(2)
  @Field(() => [Performance], { description: 'The same of each mode with closed trades, live first; empty without any.' })
  performances!: Performance[]

  @Field(() => CandleInterval, { description: 'Length of the candles on whose close it decides.' })
  interval!: Interval

  @Field(() => TimeWindow, { description: 'When it trades, for this user.' })
  timeWindow!: TimeWindow

  @Field(() => Int, { description: 'Most trades a day, for this user.' })
  maxTrades!: number

  @Field(() => Int, { description: 'Lots per trade, for this user.' })
  quantity!: number

  @Size(INDEX_SYMBOLS.length)
  @Field(() => [String], { description: 'Indices it trades, for this user.' })
  instruments!: string[]

  @Field(() => Float, {
    description: 'What one lot may lose at its stop, in rupees, for this user: nothing is bought when it would lose more.',
  })
  riskPerTrade!: number

  @Field({ description: 'Whether a trade has as many lots, up to the quantity, as lose no more at the stop than the risk per trade.' })
  sizeByRisk!: boolean

  @Size(RULE_LIMITS.legs.max)
  @Field(() => [String], {
    description:
      'The position its version opens, a sentence for each leg and each limit of the whole, of one lot; empty where it buys one option. Where there are any, stop loss, take profit and `sizeByRisk` have no effect.',
  })
  legs!: string[]

  @Field(() => Level, { description: 'Stop loss, for this user.' })
  stopLoss!: Level

  @Field(() => Level, { description: 'Take profit, for this user.' })
  takeProfit!: Level

  @Field(() => CustomSettings, { description: "What of these is the user's own." })
  customSettings!: CustomSettings

  @Field(() => WarmingUp, { nullable: true, description: 'What it lacks to signal, for this user; null when it signals.' })
  warmingUp!: WarmingUp | null

  @Field({ description: 'When the user subscribed.' })
  subscribedAt!: Date
}

@ObjectType({ description: 'A live subscription that could not be started.' })
export class HeldStrategy {
  @Field(() => ID, { description: 'The subscription.' })
  id!: string

  @Field({ description: 'Name of the strategy.' })
  name!: string

  @Field({ description: 'What live trading lacks, and what to do about it.' })
  reason!: string
}

@ObjectType({ description: 'What came of starting all strategies.' })
export class StartedStrategies {
  @Field(() => Int, { description: 'How many open trades now that did not before.' })
  activated!: number

  @Size(LIMITS.strategies.max)
  @Field(() => [HeldStrategy], { description: 'Live ones that stay paused.' })
  held!: HeldStrategy[]
}
