import { paise, type Paise } from '../money.ts'
import type { IsoDate } from '../time.ts'
import type { OptionExchange } from './indices.ts'

/** One executed option order. */
export interface ChargedLeg {
  readonly side: 'BUY' | 'SELL'
  readonly exchange: OptionExchange
  /** Premium per unit. */
  readonly price: Paise
  /** Units, not lots. */
  readonly quantity: number
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

/** Rates as fractions of the premium turnover, in force from a date until the next row's. Newest last. */
type DatedRates = readonly (readonly [from: IsoDate, rate: number])[]

const FIRST_DAY = '0000-00-00'
/** Securities transaction tax on the sale of an option. */
const STT_ON_SALE: DatedRates = [
  [FIRST_DAY, 0.0005],
  ['2023-04-01', 0.000625],
  ['2024-10-01', 0.001],
  ['2026-04-01', 0.0015],
]
/** Exchange transaction charge; NSE's with its investor protection fund. Before October 2024 by turnover slab: the slab of a small account. */
const TRANSACTION: Readonly<Record<OptionExchange, DatedRates>> = {
  NFO: [
    [FIRST_DAY, 0.0005],
    ['2024-10-01', 0.0003553],
  ],
  BFO: [
    [FIRST_DAY, 0.0005],
    ['2024-10-01', 0.000325],
  ],
}
const BROKERAGE_PER_ORDER = 20_00
const SEBI_FEE = 0.000001
const STAMP_DUTY_ON_PURCHASE = 0.00003
const GST = 0.18
const RUPEE = 100

/** What one executed order costs. Rates: the exchanges' and tax circulars on index options, by date. */
export function chargesFor(leg: ChargedLeg): ChargeLines {
  const turnover = leg.price * leg.quantity
  const transaction = turnover * rateOn(TRANSACTION[leg.exchange], leg.date)
  const sebi = turnover * SEBI_FEE
  const buying = leg.side === 'BUY'
  return {
    brokerage: BROKERAGE_PER_ORDER,
    transaction,
    sebi,
    gst: GST * (BROKERAGE_PER_ORDER + transaction + sebi),
    stampDuty: buying ? turnover * STAMP_DUTY_ON_PURCHASE : 0,
    stt: buying ? 0 : Math.round((turnover * rateOn(STT_ON_SALE, leg.date)) / RUPEE) * RUPEE,
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

function rateOn(rates: DatedRates, date: IsoDate): number {
  let inForce = 0
  for (const [from, rate] of rates) if (from <= date) inForce = rate
  return inForce
}
