import type { IsoDate } from '../time.ts'
import * as calendar from './calendar.ts'
import { chargesFor, type ChargedLeg, type ChargeLines } from './charges.ts'
import { expiriesFrom, isMonthlyExpiry, lotFor } from './contracts.ts'
import type { IndexSymbol } from './indices.ts'

/** What the exchanges and the tax office have laid down, by date: sessions, contracts and charges. Pure questions, no clock. */
export class MarketRules {
  isTradingDay(date: IsoDate): boolean {
    return calendar.isTradingDay(date)
  }
  /** The regular hours of a date, whether or not it is a trading day. */
  sessionHours(date: IsoDate): calendar.Session {
    return calendar.sessionHours(date)
  }
  /** The session of a date in India; null when the exchanges are closed all day. */
  sessionOf(date: IsoDate): calendar.Session | null {
    return calendar.sessionOf(date)
  }
  nextTradingDay(date: IsoDate): IsoDate {
    return calendar.nextTradingDay(date)
  }
  previousTradingDay(date: IsoDate): IsoDate {
    return calendar.previousTradingDay(date)
  }
  /** The next `count` expiry dates of an index's options on or after a date, soonest first. */
  expiriesFrom(index: IndexSymbol, date: IsoDate, count: number): IsoDate[] {
    return expiriesFrom(index, date, count)
  }
  isMonthlyExpiry(index: IndexSymbol, expiry: IsoDate): boolean {
    return isMonthlyExpiry(index, expiry)
  }
  /** Units per lot of the contract that expires on a date. */
  lotFor(index: IndexSymbol, expiry: IsoDate): number {
    return lotFor(index, expiry)
  }
  /** The most units one order may have on a date. */
  freezeFor(index: IndexSymbol, date: IsoDate): number {
    void date
    return { NIFTY: 1800, BANKNIFTY: 600, SENSEX: 1000, MIDCPNIFTY: 2800 }[index]
  }
  chargesFor(leg: ChargedLeg): ChargeLines {
    return chargesFor(leg)
  }
}

/** The rules as shipped. */
export const SHIPPED_MARKET_RULES = new MarketRules()
