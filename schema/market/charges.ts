import { paise, type Paise } from '../money.ts'
import type { IsoDate } from '../time.ts'
import type { OptionExchange } from './indices.ts'
import type { ChargeKind } from './MarketTables.ts'

/** One executed option order, or the exercise of bought options at their expiry. */
export interface ChargedLeg {
  readonly side: 'BUY' | 'SELL' | 'EXERCISE'
  readonly exchange: OptionExchange
  /** Premium × units, summed over the order's fills; of an exercise intrinsic value × units. */
  readonly value: Paise
  /** Trading day in India: rates change by date. */
  readonly date: IsoDate
}

/** The lines of one leg's bill, in paise and not yet rounded (fractions of a paisa are kept), STT excepted: that is levied in whole rupees. */
export interface ChargeLines {
  readonly brokerage: number
  readonly transaction: number
  readonly sebi: number
  readonly gst: number
  readonly stampDuty: number
  readonly stt: number
}

const RUPEE = 100

/**
 * The bill of one leg by the values in force (MarketTables' ChargeRate) on its day and exchange.
 * An exercise is no order: the buyer pays STT on the intrinsic value, and nothing else.
 */
export function chargeLines({ side, value }: ChargedLeg, inForce: (kind: ChargeKind) => number): ChargeLines {
  const share = (kind: ChargeKind) => (value * inForce(kind)) / 100
  const wholeRupees = (amount: number) => Math.round(amount / RUPEE) * RUPEE
  if (side === 'EXERCISE')
    return { brokerage: 0, transaction: 0, sebi: 0, gst: 0, stampDuty: 0, stt: wholeRupees(share('STT_ON_EXERCISE')) }
  const brokerage = inForce('BROKERAGE')
  const transaction = share('TRANSACTION')
  const sebi = share('SEBI_FEE')
  return {
    brokerage,
    transaction,
    sebi,
    gst: ((brokerage + transaction + sebi) * inForce('GST')) / 100,
    stampDuty: side === 'BUY' ? share('STAMP_DUTY_ON_PURCHASE') : 0,
    stt: side === 'BUY' ? 0 : wholeRupees(share('STT_ON_SALE')),
  }
}

/**
 * The bill of one or more legs: the lines are added unrounded and the sum is rounded once, to the paisa.
 * So a leg that follows another costs `totalCharges(first, second) - totalCharges(first)`: booked that way,
 * the legs of a round trip add up to the round trip exactly.
 */
export function totalCharges(...legs: readonly ChargeLines[]): Paise {
  let sum = 0
  for (const leg of legs) sum += leg.brokerage + leg.transaction + leg.sebi + leg.gst + leg.stampDuty + leg.stt
  return paise(Math.round(sum))
}
