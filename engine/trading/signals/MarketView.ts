import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { InstrumentKey, OptionContract } from '../../broker/port.ts'

/** The market as the signal desk sees it now. */
export interface MarketView {
  /** Real time. */
  readonly real: Instant
  /** Market time. */
  readonly now: Instant
  readonly session: Session | null
  readonly rules: MarketRules
  /** Whether the calendar covers this day. */
  readonly dayCovered: boolean
  feedAgeMs(index: IndexSymbol): number | null
  /** Real milliseconds since the machine's clock was set; null if it was not. */
  readonly clockSteppedMsAgo: number | null
  /** The version of a gateway of a newer release than this engine's; null: there is none. */
  readonly newerGateway: string | null
  readonly contracts: readonly OptionContract[]
  /** What a unit of a contract costs now; null without a quote. */
  premiumOf(contract: OptionContract): Paise | null
  /** The last price of a unit of it; null without a quote. */
  lastPriceOf(contract: OptionContract): Paise | null
  /** Real milliseconds since its last quote came, fresh or not; null: none came. */
  quoteAgeOf(contract: OptionContract): number | null
  /** What a user's open trades of a mode have lost at their last prices, including order costs so far; negative is a gain. */
  openLossOf(userId: string, mode: TradeMode): Paise
  /** Units that a user's open live trades have of a contract on the side opposite to a given one. */
  oppositeUnits(userId: string, contract: InstrumentKey, side: OrderSide): number
}
