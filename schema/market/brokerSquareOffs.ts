import { istDate, istInstant, MINUTE, type Instant } from '../time.ts'
import type { Broker } from '../allowLive.ts'

/** From when a broker closes intraday positions by itself, whatever its client wants: it cancels their orders first. */
interface BrokerSquareOff {
  /** Minutes since midnight in India. On a day that closes early it moves with the close; on one that closes late it stays. */
  readonly from: number
  /** The same as minutes before the end of the options' session. */
  readonly beforeClose: number
}

/** A row for each broker. The sandbox plays Angel One. Sources, and what only an account can show: docs/live-account.md. */
const BROKER_SQUARE_OFFS: Readonly<Record<Broker, BrokerSquareOff>> = {
  sandbox: { from: 15 * 60 + 15, beforeClose: 15 },
  smartapi: { from: 15 * 60 + 15, beforeClose: 15 },
}

/** How long before the brokers we close live trades: an exit that follows the market needs a minute, five leave room for refusals. */
const AHEAD_OF_BROKERS = 5 * MINUTE
/** How long before its square-off a broker may begin to cancel the orders of intraday positions. */
const CANCELS_BEFORE = 20 * MINUTE

type Hours = { readonly open: Instant; readonly close: Instant }

/** The latest instant by which live trades are to be closed in a session of the options: before the earliest of the brokers. */
export function liveSquareOffAt(session: Hours): Instant {
  return firstSquareOffIn(session) - AHEAD_OF_BROKERS
}

/** From when in a session of the options a protective stop that vanishes may be the broker's doing, as it squares off. */
export function brokersCancelFrom(session: Hours): Instant {
  return firstSquareOffIn(session) - CANCELS_BEFORE
}

/** When the earliest broker squares off. */
export function firstSquareOffIn({ open, close }: Hours): Instant {
  return Math.min(
    ...Object.values(BROKER_SQUARE_OFFS).map(({ from, beforeClose }) => {
      const [atTime, byClose] = [istInstant(istDate(open), from), close - beforeClose * MINUTE]
      // An evening session begins after it.
      return atTime > open ? Math.min(atTime, byClose) : byClose
    }),
  )
}
