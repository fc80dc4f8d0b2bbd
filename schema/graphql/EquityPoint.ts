import { Field, Float, ObjectType } from 'type-graphql'
import { DRAWN_POINTS } from '../trading/equityOf.ts'

/** How curves are bounded, for descriptions. */
export const THINNED = `at most ${DRAWN_POINTS}, oldest first, highs, lows and the deepest drawdown kept`

@ObjectType({ description: 'What closed trades have come to with an exit, net of charges; in rupees.' })
export class EquityPoint {
  @Field({ description: 'Time of the exit.' })
  at!: Date

  @Field(() => Float, { description: 'Net of all trades closed so far, in rupees.' })
  equity!: number

  @Field(() => Float, {
    description: 'How far that lies below its highest value before, zero at the beginning included; a positive amount, in rupees.',
  })
  drawdown!: number
}
