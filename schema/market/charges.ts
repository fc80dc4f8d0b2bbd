import { paise, type Paise } from '../money.ts'
import type { Instant, IsoDate } from '../time.ts'
import type { OptionExchange } from './indices.ts'

/** An executed order, or the settlement of options at their expiry: of bought ones their exercise, of sold ones their assignment. */
export type BilledSide = 'BUY' | 'SELL' | 'EXERCISE' | 'ASSIGNMENT'

/** One executed option order or settlement. */
export interface ChargedLeg {
  readonly side: BilledSide
  readonly exchange: OptionExchange
  /** Premium × units, summed over the order's fills; of a settlement intrinsic value × units. */
  readonly value: Paise
  /** Trading day in India: rates change by date. */
  readonly date: IsoDate
}

/** An executed order or a settlement, as it is billed. */
export interface BilledOrder {
  readonly side: BilledSide
  /** Sum of price × quantity. */
  readonly value: Paise
  /** Of its first fill. Market time. */
  readonly at: Instant
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

/** What an executed order is charged on a day, at an exchange: brokerage in paise an order, GST in per cent of fees, the rest of the value. */
export interface OrderRates {
  readonly brokerage: number
  readonly transaction: number
  readonly sebiFee: number
  readonly gst: number
  readonly stampDutyOnPurchase: number
  readonly sttOnSale: number
}

const RUPEE = 100

/** The bill of an executed order of a value (paise) at these rates. */
export function orderLines({ side, value }: { readonly side: 'BUY' | 'SELL'; readonly value: number }, rates: OrderRates): ChargeLines {
  const { brokerage } = rates
  const transaction = shareOf(value, rates.transaction)
  const sebi = shareOf(value, rates.sebiFee)
  return {
    brokerage,
    transaction,
    sebi,
    gst: shareOf(brokerage + transaction + sebi, rates.gst),
    stampDuty: side === 'BUY' ? shareOf(value, rates.stampDutyOnPurchase) : 0,
    stt: side === 'BUY' ? 0 : wholeRupees(shareOf(value, rates.sttOnSale)),
  }
}

/**
 * The bill of a settlement at expiry by the day's brokerage (paise), GST and STT on exercise (per cent). It is no order at the exchange:
 * brokerage with its GST, and of the buyer STT on the intrinsic value. What expires worthless costs nothing.
 */
export function settlementLines(
  { side, value }: { readonly side: 'EXERCISE' | 'ASSIGNMENT'; readonly value: Paise },
  { brokerage, gst, sttOnExercise }: Pick<OrderRates, 'brokerage' | 'gst'> & { readonly sttOnExercise: number },
): ChargeLines {
  const stt = side === 'EXERCISE' ? wholeRupees(shareOf(value, sttOnExercise)) : 0
  const fee = value === 0 ? 0 : brokerage
  return { brokerage: fee, transaction: 0, sebi: 0, gst: shareOf(fee, gst), stampDuty: 0, stt }
}

/** A bill added to others, unrounded: those before it come first. */
export function addCharges(before: number, { brokerage, transaction, sebi, gst, stampDuty, stt }: ChargeLines): number {
  return before + (brokerage + transaction + sebi + gst + stampDuty + stt)
}

/**
 * The bill of one or more legs: the lines are added unrounded and the sum is rounded once, to the paisa.
 * So a leg that follows another costs `totalCharges(first, second) - totalCharges(first)`: booked that way,
 * the legs of a round trip add up to the round trip exactly.
 */
export function totalCharges(...legs: readonly ChargeLines[]): Paise {
  return paise(Math.round(legs.reduce(addCharges, 0)))
}

function shareOf(value: number, perCent: number): number {
  return (value * perCent) / 100
}

function wholeRupees(amount: number): number {
  return Math.round(amount / RUPEE) * RUPEE
}
