import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { OptionType } from '../market/OptionType.ts'
import type { OrderSide } from '../trading/OrderSide.ts'
import { PREMIUM_BASES, type PremiumBasis } from '../trading/PremiumBasis.ts'
import type { SignalSide } from '../trading/SignalSide.ts'
import { enumOf } from './enumOf.ts'
import { Size } from './size.ts'
import { LegSideEnum, OptionTypeEnum, SignalSideEnum } from './trades.ts'

const PremiumBasisEnum = enumOf(PREMIUM_BASES)
registerEnumType(PremiumBasisEnum, {
  name: 'PremiumBasis',
  description: 'Where a premium comes from.',
  valuesConfig: {
    LAST_PRICES: { description: 'What each option last traded at.' },
    OTHER_OPTIONS: { description: 'The option model, at the volatility that options near the money last traded at.' },
    VIX: { description: 'The option model, at the volatility of the last India VIX before the day.' },
    USUAL_VOLATILITY: { description: 'The option model, at a calm year’s volatility: nothing of the day is known.' },
  },
})

@ObjectType({ description: 'An option that one lot would open.' })
export class LotLeg {
  @Field(() => LegSideEnum, { description: 'Bought or sold.' })
  side!: OrderSide

  @Field(() => OptionTypeEnum, { description: 'Call or put.' })
  optionType!: OptionType

  @Field(() => Float, { description: 'Strike price in rupees.' })
  strike!: number

  @Field({ description: 'The day it expires, YYYY-MM-DD.' })
  expiry!: string

  @Field(() => Int, { description: 'Units.' })
  units!: number

  @Field(() => Float, { description: 'Premium of a unit, in rupees.' })
  premium!: number

  @Field(() => Float, { nullable: true, description: 'The premium at its stop, in rupees; null without one.' })
  stop!: number | null

  @Field(() => Float, { nullable: true, description: 'The premium at its target, in rupees; null without one.' })
  target!: number | null
}

@ObjectType({ description: 'A point of a pay-off line.' })
export class PayoffPoint {
  @Field(() => Float, { description: 'The index at expiry, in index points.' })
  indexPrice!: number

  @Field(() => Float, { description: 'Profit or loss then, in rupees, before charges.' })
  gross!: number
}

@ObjectType({ description: 'What a signal would open now with one lot, and what that takes. All amounts are estimates in rupees.' })
export class LotEntry {
  @Field(() => SignalSideEnum, { nullable: true, description: 'The signal that opens it; null: every signal does.' })
  side!: SignalSide | null

  // Ordinarily: one or two.
  @Size(2)
  @Field(() => [LotLeg], { description: 'What it opens, as its rules name them.' })
  legs!: LotLeg[]

  @Field(() => PremiumBasisEnum, { description: 'Where the premiums come from.' })
  basis!: PremiumBasis

  @Field({ description: 'Market time of the oldest price among them: of an option, or of the index where the model prices one.' })
  pricedAt!: Date

  @Field(() => Float, { description: 'What bought options cost less what sold ones bring, in rupees; negative: a credit.' })
  netPremium!: number

  @Field(() => Float, {
    nullable: true,
    description: 'The margin that sold options need, in rupees, as the engine estimates it; null where none is sold.',
  })
  margin!: number | null

  @Field(() => Float, {
    description: 'What must be free in the account, in rupees: premium or margin, charges, and room for the price to move until the fill.',
  })
  funds!: number

  @Field(() => Float, {
    nullable: true,
    description: 'The most it is meant to lose at its stops, in rupees before charges; null: no stop bounds it.',
  })
  lossAtStops!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The most it can lose at expiry if no stop closed it, in rupees before charges; null: nothing bounds it.',
  })
  worstLoss!: number | null

  @Size(4)
  @Field(() => [PayoffPoint], {
    description:
      'What it earns at expiry without its stops, lowest index price first; empty for one option, and where legs expire on different days.',
  })
  payoff!: PayoffPoint[]

  @Size(2)
  @Field(() => [Float], { description: 'Where the index must be for that to be nothing, in index points, lowest first.' })
  breakEvens!: number[]
}

@ObjectType({ description: 'What one lot of a strategy would open on an index now.' })
export class LotPreview {
  @Field(() => ID, { nullable: true, description: 'The strategy; null for a draft.' })
  strategyId!: string | null

  @Field({ description: 'The index, for example NIFTY.' })
  instrument!: string

  @Field({ description: 'Whether the market is open; while it is not, prices are those of its last session.' })
  marketOpen!: boolean

  @Field(() => Float, { nullable: true, description: 'The last index price, in index points; null when none is known.' })
  indexPrice!: number | null

  @Size(2)
  @Field(() => [LotEntry], {
    description: 'One for each side that buys an option of its own, or one position; empty when `unknown` says why.',
  })
  entries!: LotEntry[]

  @Field(() => String, { nullable: true, description: 'Why nothing can be said, in words; null when it can.' })
  unknown!: string | null
}
