import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { REMOVED_STOP_CHOICES, type RemovedStop } from '../trading/removedStop.ts'
import { enumOf } from './enumOf.ts'

const RemovedStopEnum = enumOf(REMOVED_STOP_CHOICES)
registerEnumType(RemovedStopEnum, {
  name: 'RemovedStop',
  description: "What follows when the protective stop of a live trade is cancelled in the broker's app.",
  valuesConfig: {
    RESTORE: { description: 'It is placed again.' },
    LET_GO: { description: 'The whole trade is left to its user: no order is placed for it any more except what a person orders.' },
  },
})

@ObjectType({ description: 'The paper account of the signed-in user: its money in rupees, and its limits.' })
export class Account {
  @Field(() => Float, { description: 'What it began with, in rupees.' })
  paperFunds!: number

  @Field(() => Float, { description: 'Net profit or loss of all closed paper trades, in rupees.' })
  realised!: number

  @Field(() => Float, { description: 'Paid for what running trades still hold, in rupees.' })
  inTrades!: number

  @Field(() => Float, { description: 'Set aside for entries under way, in rupees.' })
  reserved!: number

  @Field(() => Float, { description: 'Free for entries, in rupees: paperFunds + realised − inTrades − reserved.' })
  available!: number

  @Field(() => Int, { description: 'Running trades and entries under way.' })
  openTrades!: number

  @Field(() => Int, { description: 'Trades opened on the current market day.' })
  tradesToday!: number

  @Field(() => Float, { description: 'Paid for the trades opened on the current market day, in rupees.' })
  usedToday!: number

  @Field(() => Float, { description: 'Net profit or loss of the trades closed on the current market day, in rupees.' })
  realisedToday!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Loss of a market day in rupees at which entries stop, on paper and live each by itself; null: no such limit.',
  })
  maxDailyLoss!: number | null

  @Field(() => Boolean, { description: 'Whether open trades are closed too at that loss, for the rest of the market day.' })
  squareOffAtDailyLoss!: boolean

  @Field(() => Int, { description: 'Most trades open at once, over all strategies, on paper and live each by itself.' })
  maxOpenTrades!: number

  @Field(() => RemovedStopEnum, {
    description: "What follows when the user cancels the protective stop of a live trade in the broker's app.",
  })
  removedStop!: RemovedStop

  @Field({
    description:
      'Whether the user has chosen the limits: has saved an amount of maxDailyLoss together with maxOpenTrades, and has not lifted the former since.',
  })
  limitsChosen!: boolean
}

@InputType({ description: 'Changes to the paper account; what is left out stays.' })
export class AccountLimitsInput {
  @Field(() => Float, { nullable: true, description: '10,000–1,00,00,000 rupees; can be changed only while no paper trade is open.' })
  paperFunds?: number

  @Field(() => Float, { nullable: true, description: '100–1,00,00,000 rupees; null: no such limit.' })
  maxDailyLoss?: number | null

  @Field(() => Boolean, { nullable: true, description: 'Whether open trades are closed too at the loss of a day.' })
  squareOffAtDailyLoss?: boolean

  @Field(() => Int, { nullable: true, description: '1–100.' })
  maxOpenTrades?: number

  @Field(() => RemovedStopEnum, { nullable: true, description: "What follows when a protective stop is cancelled in the broker's app." })
  removedStop?: RemovedStop
}
